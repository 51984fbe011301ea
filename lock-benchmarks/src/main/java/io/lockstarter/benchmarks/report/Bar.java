package io.lockstarter.benchmarks.report;

import java.util.OptionalDouble;

import org.jspecify.annotations.Nullable;

/**
 * What has to be reached.
 *
 * @param least whether more is better
 * @param factor the number, a multiple of the basis where there is one
 * @param basis what it is a multiple of
 */
public record Bar(boolean least, double factor, @Nullable Basis basis) {

	static Bar atMost(double value) {
		return new Bar(false, value, null);
	}

	static Bar atMost(double factor, Basis basis) {
		return new Bar(false, factor, basis);
	}

	static Bar atLeast(double factor, Basis basis) {
		return new Bar(true, factor, basis);
	}

	String words() {
		return (this.least ? "≥ " : "≤ ") + Unit.number(this.factor)
				+ ((this.basis != null) ? " × " + this.basis.words() : "");
	}

	/** The others' best, in the sense of this bar. */
	Basis bestPeer() {
		return Basis.bestPeer(this.least);
	}

	/** The value as a multiple of the basis, where that was measured too. */
	OptionalDouble reached(Results results, Figure figure, double value) {
		if (this.basis == null) {
			return OptionalDouble.of(value);
		}
		OptionalDouble base = this.basis.value(results, figure);
		return base.isPresent() ? OptionalDouble.of(value / base.getAsDouble()) : OptionalDouble.empty();
	}

	boolean isMet(double reached) {
		return this.least ? reached >= this.factor : reached <= this.factor;
	}

}

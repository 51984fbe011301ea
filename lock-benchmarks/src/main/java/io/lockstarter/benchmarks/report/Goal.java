package io.lockstarter.benchmarks.report;

import java.util.OptionalDouble;

import org.jspecify.annotations.Nullable;

/**
 * A goal of a figure.
 *
 * @param least true if a higher value is better
 * @param factor the value, or a multiple of the baseline
 * @param baseline the baseline, or null if the factor is the value itself
 */
public record Goal(boolean least, double factor, @Nullable Baseline baseline) {

	static Goal atMost(double value) {
		return new Goal(false, value, null);
	}

	static Goal atMost(double factor, Baseline baseline) {
		return new Goal(false, factor, baseline);
	}

	static Goal atLeast(double factor, Baseline baseline) {
		return new Goal(true, factor, baseline);
	}

	String words() {
		return (this.least ? "≥ " : "≤ ") + Unit.number(this.factor)
				+ ((this.baseline != null) ? " × " + this.baseline.words() : "");
	}

	/** Returns the best value of the other libraries, by the direction of this goal. */
	Baseline bestPeer() {
		return Baseline.bestPeer(this.least);
	}

	/**
	 * Returns the value as a multiple of the baseline; empty if the baseline was not
	 * measured.
	 */
	OptionalDouble reached(Results results, Figure figure, double value) {
		if (this.baseline == null) {
			return OptionalDouble.of(value);
		}
		OptionalDouble base = this.baseline.value(results, figure);
		return base.isPresent() ? OptionalDouble.of(value / base.getAsDouble()) : OptionalDouble.empty();
	}

	boolean isMet(double reached) {
		return this.least ? reached >= this.factor : reached <= this.factor;
	}

}

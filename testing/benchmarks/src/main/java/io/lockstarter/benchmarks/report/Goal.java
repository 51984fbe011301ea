package io.lockstarter.benchmarks.report;

import java.util.Optional;
import java.util.OptionalDouble;

import org.jspecify.annotations.Nullable;

/**
 * A goal of a figure.
 *
 * @param least true if a higher value is better
 * @param factor the value, or a multiple of the baseline
 * @param baseline the baseline, or null if the factor is the value itself
 * @param allowance the difference from the baseline that is allowed in any case
 */
public record Goal(boolean least, double factor, @Nullable Baseline baseline, double allowance) {

	static Goal atMost(double value) {
		return new Goal(false, value, null, 0);
	}

	static Goal atMost(double factor, Baseline baseline) {
		return new Goal(false, factor, baseline, 0);
	}

	static Goal atLeast(double factor, Baseline baseline) {
		return new Goal(true, factor, baseline, 0);
	}

	/** Returns a goal that also accepts a small difference from the baseline. */
	Goal orMoreBy(double allowance) {
		return new Goal(this.least, this.factor, this.baseline, allowance);
	}

	String words(Unit unit) {
		return (this.least ? "≥ " : "≤ ")
				+ ((this.baseline != null) ? Unit.number(this.factor) + " × " + this.baseline.words()
						: unit.format(this.factor))
				+ ((this.allowance > 0) ? " or + " + unit.format(this.allowance) : "");
	}

	/** Returns the best value of the other libraries, by the direction of this goal. */
	Baseline bestPeer() {
		return Baseline.bestPeer(this.least);
	}

	/** Returns the result; empty if the baseline was not measured. */
	Optional<Reached> reached(Results results, Figure figure, double value) {
		if (this.baseline == null) {
			return Optional.of(new Reached(value, figure.unit().format(value), isMet(value, this.factor)));
		}
		OptionalDouble base = this.baseline.value(results, figure);
		if (base.isEmpty()) {
			return Optional.empty();
		}
		double ratio = value / base.getAsDouble();
		boolean met = isMet(ratio, this.factor)
				|| (this.allowance > 0 && isMet(value - base.getAsDouble(), this.allowance));
		return Optional.of(new Reached(ratio, Unit.number(ratio) + " ×", met));
	}

	private boolean isMet(double reached, double wanted) {
		return this.least ? reached >= wanted : reached <= wanted;
	}

	/**
	 * The comparison of a value with its goal.
	 *
	 * @param value the value, or the multiple of the baseline
	 * @param text the same with its unit
	 * @param met true if the goal is met
	 */
	record Reached(double value, String text, boolean met) {

		String words() {
			return this.text + (this.met ? ", met" : ", **missed**");
		}

	}

}

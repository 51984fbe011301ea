package io.lockstarter.benchmarks.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The vertical axis of a diagram.
 *
 * @param logarithmic true if each step multiplies the value by ten
 * @param low the lowest value
 * @param high the highest value
 */
record Axis(boolean logarithmic, double low, double high) {

	private static final int THOUSAND = 1_000;

	private static final int MAX_STEPS = 6;

	/** Returns an axis with round ends that contains the values. */
	static Axis around(boolean logarithmic, double min, double max) {
		if (logarithmic) {
			double low = Math.pow(10, Math.floor(Math.log10(Math.max(1, min))));
			return new Axis(true, low, Math.max(10 * low, Math.pow(10, Math.ceil(Math.log10(Math.max(1, max))))));
		}
		double step = step(max);
		return new Axis(false, 0, Math.max(step, Math.ceil(max / step) * step));
	}

	private static double step(double max) {
		double step = 1;
		for (int next = 0; max / step > MAX_STEPS; next++) {
			step *= (next % 3 == 1) ? 2.5 : 2;
		}
		return step;
	}

	/** Returns the position of a value, from 0 at the bottom to 1 at the top. */
	double position(double value) {
		if (this.logarithmic) {
			return Math.log10(Math.max(this.low, value) / this.low) / Math.log10(this.high / this.low);
		}
		return value / this.high;
	}

	/** Returns the values that have a line and a label. */
	List<Double> ticks() {
		List<Double> ticks = new ArrayList<>();
		double step = step(this.high);
		for (double tick = this.low; tick <= this.high * 1.001; tick = this.logarithmic ? tick * 10 : tick + step) {
			ticks.add(tick);
		}
		return ticks;
	}

	static String label(double tick) {
		return (tick >= THOUSAND) ? String.format(Locale.ROOT, "%,dk", Math.round(tick / THOUSAND))
				: Long.toString(Math.round(tick));
	}

}

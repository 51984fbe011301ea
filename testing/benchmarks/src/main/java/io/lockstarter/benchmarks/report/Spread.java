package io.lockstarter.benchmarks.report;

import java.util.List;

/** Median, minimum and maximum of all rounds of a figure. */
public record Spread(double median, double min, double max) {

	static Spread of(List<Double> rounds) {
		List<Double> sorted = rounds.stream().sorted().toList();
		int middle = sorted.size() / 2;
		double median = (sorted.size() % 2 == 1) ? sorted.get(middle)
				: (sorted.get(middle - 1) + sorted.get(middle)) / 2;
		return new Spread(median, sorted.get(0), sorted.get(sorted.size() - 1));
	}

}

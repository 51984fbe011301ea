package io.lockstarter.benchmarks.load;

import java.util.Arrays;

/**
 * The Zipf distribution with exponent 1: number n is drawn with a probability
 * proportional to 1/(n + 1).
 */
final class Zipf {

	/** The probability of each number or a lower one. */
	private final double[] cumulated;

	Zipf(int size) {
		this.cumulated = new double[size];
		double sum = 0;
		for (int number = 0; number < size; number++) {
			sum += 1.0 / (number + 1);
			this.cumulated[number] = sum;
		}
		for (int number = 0; number < size; number++) {
			this.cumulated[number] /= sum;
		}
	}

	/**
	 * Returns a number from 0.
	 * @param random a random number from 0 to 1, without 1
	 */
	int draw(double random) {
		int found = Arrays.binarySearch(this.cumulated, random);
		return Math.min(this.cumulated.length - 1, (found >= 0) ? found + 1 : -found - 1);
	}

}

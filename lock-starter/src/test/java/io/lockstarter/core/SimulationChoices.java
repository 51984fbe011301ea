package io.lockstarter.core;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * All that is left to chance in a schedule, as a list of numbers: drawn from a seed and
 * recorded, or read from such a list. Zero is always the simplest choice (no trouble, no
 * delay, the fewest), and where a list ends, zeros follow. So a schedule that breaks a
 * promise is made simpler by making its list shorter and its numbers smaller.
 */
final class SimulationChoices implements RandomGenerator {

	private static final int RESOLUTION = 10_000;

	private final long[] given;

	private final boolean drawn;

	private long[] taken = new long[64];

	private int count;

	private long state;

	private SimulationChoices(long seed, boolean drawn, long... given) {
		this.state = seed;
		this.drawn = drawn;
		this.given = given;
	}

	static SimulationChoices drawnFrom(long seed) {
		return new SimulationChoices(seed, true);
	}

	static SimulationChoices of(long... given) {
		return new SimulationChoices(0, false, given);
	}

	/** What was chosen so far. */
	long[] taken() {
		return Arrays.copyOf(this.taken, this.count);
	}

	/** A number below a bound, and not below zero. */
	long below(long bound) {
		long value = this.drawn ? Long.remainderUnsigned(next(), bound) : given(bound);
		if (this.count == this.taken.length) {
			this.taken = Arrays.copyOf(this.taken, 2 * this.count);
		}
		this.taken[this.count++] = value;
		return value;
	}

	private long given(long bound) {
		return (this.count < this.given.length) ? Math.min(this.given[this.count], bound - 1) : 0;
	}

	private long next() { // splitmix64
		this.state += 0x9E3779B97F4A7C15L;
		long mixed = (this.state ^ (this.state >>> 30)) * 0xBF58476D1CE4E5B9L;
		mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
		return mixed ^ (mixed >>> 31);
	}

	int index(int bound) {
		return (int) below(bound);
	}

	/** Whether something happens that does so with this probability. */
	boolean chance(double probability) {
		return below(RESOLUTION) >= RESOLUTION - Math.round(probability * RESOLUTION);
	}

	long between(long least, long most) {
		return least + below(most - least + 1);
	}

	@Override
	public double nextDouble() {
		return below(RESOLUTION) / (double) RESOLUTION;
	}

	@Override
	public long nextLong(long bound) {
		return below(bound);
	}

	@Override
	public long nextLong() {
		return below(Long.MAX_VALUE);
	}

}

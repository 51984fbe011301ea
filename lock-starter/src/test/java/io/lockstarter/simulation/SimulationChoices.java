package io.lockstarter.simulation;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * Holds the random choices of a schedule as a list of numbers. They are drawn from a seed
 * and recorded, or read from such a list. Zero is always the simplest choice (no fault,
 * no delay, the smallest number). After the end of a list, all choices are zero. So a
 * shorter list with smaller numbers makes a simpler schedule.
 */
public final class SimulationChoices implements RandomGenerator {

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

	public static SimulationChoices drawnFrom(long seed) {
		return new SimulationChoices(seed, true);
	}

	public static SimulationChoices of(long... given) {
		return new SimulationChoices(0, false, given);
	}

	/** Returns the choices so far. */
	public long[] taken() {
		return Arrays.copyOf(this.taken, this.count);
	}

	/** Returns a number from zero to the bound, exclusive. */
	public long below(long bound) {
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

	public int index(int bound) {
		return (int) below(bound);
	}

	/** Returns {@code true} with this probability. */
	public boolean chance(double probability) {
		return below(RESOLUTION) >= RESOLUTION - Math.round(probability * RESOLUTION);
	}

	public long between(long least, long most) {
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

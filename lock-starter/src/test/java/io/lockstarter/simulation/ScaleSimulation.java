package io.lockstarter.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;

import io.lockstarter.engine.LockSettings;

/**
 * Runs many instances without faults, in virtual time, and counts waits, requests and
 * messages. The instances are real; Redis is the model, and each way takes 0.25 ms.
 */
final class ScaleSimulation {

	static final long TRIP = 250_000;

	/** The callers do not start all at once. */
	private static final long START = Duration.ofMillis(200).toNanos();

	final SimulatedTime time = new SimulatedTime(Integer.MAX_VALUE, () -> true);

	final SimulatedRedis redis = new SimulatedRedis(this.time::now, SimulationFlaw.NONE);

	final LockSettings settings = LockSettings.DEFAULT;

	private final List<ScaleInstance> instances = new ArrayList<>();

	private final List<Long> waits = new ArrayList<>();

	private final Set<String> held = new HashSet<>();

	private final Random random = new Random(1);

	private final int keys;

	private final Duration hold;

	private final long end;

	long requests;

	long messages;

	/**
	 * Creates a simulation.
	 * @param instances the number of instances
	 * @param callers the number of callers of each instance
	 * @param keys the number of keys
	 * @param hold how long a caller keeps a lock
	 * @param duration how long callers ask for locks, in virtual time
	 */
	ScaleSimulation(int instances, int callers, int keys, Duration hold, Duration duration) {
		this.keys = keys;
		this.hold = hold;
		this.end = this.time.now() + START + duration.toNanos();
		for (int number = 0; number < instances; number++) {
			ScaleInstance instance = new ScaleInstance("i" + number, this, number);
			this.instances.add(instance);
			for (int caller = 0; caller < callers; caller++) {
				ScaleCaller one = new ScaleCaller(instance, this);
				this.time.at(this.time.now() + this.random.nextLong(START), instance, one::ask);
			}
		}
	}

	/** Limits the queue of each key. */
	ScaleSimulation withLongestQueue(int entries) {
		this.redis.longestQueue = entries;
		return this;
	}

	ScaleResult run() {
		boolean done = this.time.run();
		Throwable failure = this.time.failure();
		if (failure != null || !done) {
			throw new IllegalStateException("The simulation has failed", failure);
		}
		long[] sorted = this.waits.stream().mapToLong(Long::longValue).sorted().toArray();
		int[] shares = this.instances.stream().mapToInt((instance) -> instance.acquisitions).sorted().toArray();
		return new ScaleResult(sorted, shares, this.requests, this.messages);
	}

	long end() {
		return this.end;
	}

	long holdNanos() {
		return this.hold.toNanos();
	}

	String drawKey() {
		return "k" + this.random.nextInt(this.keys);
	}

	void acquired(String key, ScaleInstance by, long waited) {
		if (!this.held.add(key)) {
			throw new IllegalStateException("Two holders of " + key);
		}
		by.acquisitions++;
		this.waits.add(waited);
	}

	void released(String key) {
		this.held.remove(key);
	}

	/**
	 * The result of a simulation.
	 *
	 * @param waits the waits in nanoseconds, sorted
	 * @param shares the number of acquisitions of each instance, sorted
	 * @param requests the number of requests to Redis
	 * @param messages the number of messages from Redis
	 */
	@SuppressWarnings("ArrayRecordComponent")
	record ScaleResult(long[] waits, int[] shares, long requests, long messages) {

		int acquisitions() {
			return this.waits.length;
		}

		double waitMillis(double share) {
			return this.waits[(int) Math.min(this.waits.length - 1L, Math.round(share * this.waits.length))] / 1e6;
		}

		double requestsPerAcquisition() {
			return (double) this.requests / acquisitions();
		}

		String text() {
			return String.format(Locale.ROOT,
					"%d acquisitions; wait p50 %.1f, p99 %.1f, longest %.1f ms; requests %.2f, messages %.2f per "
							+ "acquisition; acquisitions per instance %d to %d, %d instances without any",
					acquisitions(), waitMillis(0.5), waitMillis(0.99), waitMillis(1), requestsPerAcquisition(),
					(double) this.messages / acquisitions(), this.shares[0], this.shares[this.shares.length - 1],
					Arrays.stream(this.shares).filter((share) -> share == 0).count());
		}

	}

}

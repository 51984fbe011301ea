package io.lockstarter.core;

import java.time.Duration;
import java.util.Random;

import io.lockstarter.ReleaseMode;

/**
 * What a schedule is like; all of it follows from the seed. Gentle ones have neither
 * faults nor crashes, so that more can be asked of them.
 */
final class SimulationPlan {

	/** A command that is not answered fails after this time. */
	static final long TIME_OUT = millis(200);

	static final long LONGEST_BACKOFF = millis(250);

	final long seed;

	final Random random;

	final boolean gentle;

	/** Everybody wants the key all the time. */
	final boolean crowded;

	final int instances;

	final int callers;

	final int rounds;

	final LockSettings settings;

	/** From here on nothing goes wrong any more. */
	final long calmFrom;

	final long latency;

	private final double faults;

	private final boolean replays;

	private final boolean lateCommands;

	private final boolean deafness;

	final boolean crashes;

	final boolean pauses;

	SimulationPlan(long seed) {
		this.seed = seed;
		Random random = new Random(seed * 0x9E3779B97F4A7C15L);
		this.random = random;
		this.gentle = random.nextInt(3) == 0;
		this.crowded = this.gentle && random.nextInt(4) == 0;
		this.instances = 1 + random.nextInt(3);
		this.callers = 1 + random.nextInt(3);
		this.rounds = this.crowded ? 12 : 2 + random.nextInt(4);
		// Some are so far away that a command takes as long as the shortest ttl.
		this.latency = (random.nextInt(8) == 0) ? millis(25) : millis(1 + random.nextInt(3));
		this.faults = this.gentle ? 0 : random.nextDouble() * 0.3;
		this.replays = random.nextBoolean();
		this.lateCommands = random.nextBoolean();
		this.deafness = random.nextBoolean();
		this.crashes = !this.gentle && random.nextInt(3) == 0;
		this.pauses = !this.gentle && random.nextInt(3) == 0;
		this.calmFrom = this.gentle ? 0 : millis(500 + random.nextInt(3000));
		HandOffSettings handOff = switch (random.nextInt(4)) {
			case 0 -> new HandOffSettings(0, Duration.ZERO);
			case 1 -> new HandOffSettings(2, Duration.ofMillis(20));
			case 2 -> new HandOffSettings(256, Duration.ofSeconds(1));
			default -> HandOffSettings.DEFAULT;
		};
		Duration longestSleep = this.gentle ? Duration.ofSeconds(5) : Duration.ofMillis(500 + random.nextInt(1000));
		this.settings = new LockSettings("sim", Duration.ofSeconds(30), Duration.ofSeconds(5), null,
				RetrySettings.DEFAULT, longestSleep, ReleaseMode.SYNC, handOff, false);
	}

	/** The time that a message takes. */
	long travel() {
		long spread = 1 + this.random.nextLong(this.latency);
		return chance(0.02) ? Math.min(5 * spread, TIME_OUT / 3) : spread;
	}

	/** The time that a thread takes before it goes on. */
	long stall() {
		return chance(0.1) ? this.random.nextLong(millis(2)) : this.random.nextLong(20_000);
	}

	boolean faulty(long now) {
		return now < this.calmFrom && chance(this.faults);
	}

	boolean replays() {
		return this.replays && chance(0.5);
	}

	boolean late() {
		return this.lateCommands && chance(0.5);
	}

	boolean losesWakeUp(long now) {
		return this.deafness && faulty(now);
	}

	boolean chance(double probability) {
		return this.random.nextDouble() < probability;
	}

	long between(long least, long most) {
		return least + this.random.nextLong(most - least + 1);
	}

	/** A time that is as likely to be short as to be long. */
	long upTo(long most) {
		return (long) Math.pow((double) most, 0.7 + 0.3 * this.random.nextDouble());
	}

	static long millis(long millis) {
		return millis * 1_000_000;
	}

}

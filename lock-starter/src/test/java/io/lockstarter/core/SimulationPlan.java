package io.lockstarter.core;

import java.time.Duration;

import io.lockstarter.ReleaseMode;

/**
 * What a schedule is like; all of it follows from the choices. Gentle ones have neither
 * faults nor crashes, so that more can be asked of them. In unruly ones the server's
 * clock jumps, or it forgets everything: there is no exclusion then, and so much more
 * depends on the rest.
 */
final class SimulationPlan {

	/** A command that is not answered fails after this time. */
	static final long TIME_OUT = millis(200);

	static final long LONGEST_BACKOFF = millis(250);

	final SimulationFlaw flaw;

	final boolean gentle;

	final boolean unruly;

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

	/** Commands and messages come back long after they were sent, and instances pause. */
	final boolean echoes;

	final boolean replays;

	final boolean lateCommands;

	final boolean deafness;

	final boolean crashes;

	final boolean pauses;

	final boolean restarts;

	final boolean drifts;

	SimulationPlan(SimulationChoices choices, SimulationFlaw flaw) {
		this.flaw = flaw;
		int kind = choices.index(12);
		this.gentle = kind < 4;
		this.unruly = kind > 9;
		this.crowded = this.gentle && choices.index(4) == 3;
		this.instances = 1 + choices.index(3);
		this.callers = 1 + choices.index(3);
		this.rounds = this.crowded ? 12 : 1 + choices.index(5);
		// Some are so far away that a command takes as long as the shortest ttl.
		this.latency = (choices.index(8) == 7) ? millis(25) : millis(1 + choices.index(3));
		this.faults = this.gentle ? 0 : choices.nextDouble() * 0.3;
		this.echoes = !this.gentle && choices.index(5) == 4;
		this.replays = choices.chance(0.5) || this.echoes;
		this.lateCommands = choices.chance(0.5) || this.echoes;
		this.deafness = choices.chance(0.5);
		this.crashes = !this.gentle && choices.index(3) == 2;
		this.pauses = !this.gentle && choices.index(3) == 2;
		this.restarts = !this.gentle && choices.index(6) == 5;
		this.drifts = choices.chance(0.7);
		this.calmFrom = this.gentle ? 0 : millis(500 + choices.index(3000));
		HandOffSettings handOff = switch (choices.index(4)) {
			case 0 -> new HandOffSettings(0, Duration.ZERO);
			case 1 -> new HandOffSettings(2, Duration.ofMillis(20));
			case 2 -> new HandOffSettings(256, Duration.ofSeconds(1));
			default -> HandOffSettings.DEFAULT;
		};
		Duration longestSleep = this.gentle ? Duration.ofSeconds(5) : Duration.ofMillis(500 + choices.index(1000));
		this.settings = new LockSettings("sim", Duration.ofSeconds(30), Duration.ofSeconds(5), null,
				RetrySettings.DEFAULT, longestSleep, ReleaseMode.SYNC, handOff, false);
	}

	/** How often a message goes wrong. */
	double faults(long now) {
		return (now < this.calmFrom) ? this.faults : 0;
	}

	static long millis(long millis) {
		return millis * 1_000_000;
	}

}

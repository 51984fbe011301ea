package io.lockstarter.simulation;

import java.time.Duration;

import io.lockstarter.ReleaseMode;
import io.lockstarter.engine.LockSettings;
import io.lockstarter.engine.RetrySettings;
import io.lockstarter.lane.HandOffSettings;

/**
 * Describes a schedule. The choices determine the whole schedule. Schedules
 * {@link #withoutFaults} have neither faults nor crashes, so that stricter promises are
 * checked. If {@link #clockJumpsOrDataLoss}, the server's clock jumps, or the server
 * loses its data. Then exclusion is not promised, but all other promises are.
 */
public final class SimulationPlan {

	/** A command without a reply fails after this time. */
	static final long TIME_OUT = millis(200);

	static final long LONGEST_BACKOFF = millis(250);

	final SimulationFlaw flaw;

	final boolean withoutFaults;

	final boolean clockJumpsOrDataLoss;

	/** All callers contend for the key all the time. */
	final boolean alwaysContended;

	final int instances;

	final int callers;

	final int rounds;

	final LockSettings settings;

	/** The time in which a caller may take an offered lease out of turn. */
	final Duration slice;

	/** All claims of a type are equal, so that they can be handed on. */
	final boolean equalClaims;

	/** The longest time for which claims are handed on. */
	final Duration longestTurn;

	/** The time after which there are no faults. */
	final long faultsEndAt;

	final long latency;

	private final double faults;

	/**
	 * Commands and messages are repeated long after they were sent, and instances pause.
	 */
	final boolean lateRepeats;

	final boolean replays;

	final boolean lateCommands;

	final boolean lostSubscriptions;

	final boolean crashes;

	final boolean pauses;

	final boolean restarts;

	final boolean drifts;

	/** Commands of callers that do not block are asynchronous. */
	final boolean asyncCommands;

	/** A release arrives before all commands that are sent after it. */
	final boolean ordered;

	/** Instances refuse all callers, and then release what is left. */
	final boolean shutdowns;

	/** Executors refuse tasks now and then, as if no thread could be started. */
	final boolean rejections;

	SimulationPlan(SimulationChoices choices, SimulationChoices slices, SimulationFlaw flaw) {
		this.flaw = flaw;
		int kind = choices.index(12);
		this.withoutFaults = kind < 4;
		this.clockJumpsOrDataLoss = kind > 9;
		this.alwaysContended = this.withoutFaults && choices.index(4) == 3;
		this.instances = 1 + choices.index(3);
		this.callers = 1 + choices.index(3);
		this.rounds = this.alwaysContended ? 12 : 1 + choices.index(5);
		// Some servers are so far away that a command takes as long as the shortest ttl.
		this.latency = (choices.index(8) == 7) ? millis(25) : millis(1 + choices.index(3));
		this.faults = this.withoutFaults ? 0 : choices.nextDouble() * 0.3;
		this.lateRepeats = !this.withoutFaults && choices.index(5) == 4;
		this.replays = choices.chance(0.5) || this.lateRepeats;
		this.lateCommands = choices.chance(0.5) || this.lateRepeats;
		this.lostSubscriptions = choices.chance(0.5);
		this.crashes = !this.withoutFaults && choices.index(3) == 2;
		this.pauses = !this.withoutFaults && choices.index(3) == 2;
		this.restarts = !this.withoutFaults && choices.index(6) == 5;
		this.drifts = choices.chance(0.7);
		this.faultsEndAt = this.withoutFaults ? 0 : millis(500 + choices.index(3000));
		this.slice = switch (slices.index(4)) {
			case 0 -> Duration.ZERO;
			case 1 -> HandOffSettings.DEFAULT.slice();
			case 2 -> Duration.ofMillis(5);
			default -> Duration.ofMillis(40);
		};
		this.equalClaims = flaw.claims != null && this.rounds % 2 == 0;
		Duration builtIn = (flaw == SimulationFlaw.SLICE_WITHOUT_END) ? Duration.ofHours(1) : this.slice;
		int passes = slices.index(3);
		HandOffSettings handOff = switch (choices.index(4)) {
			case 0 -> new HandOffSettings(0, Duration.ZERO, builtIn, passes);
			case 1 -> new HandOffSettings(2, Duration.ofMillis(20), builtIn, passes);
			case 2 -> new HandOffSettings(256, Duration.ofSeconds(1), builtIn, passes);
			default -> new HandOffSettings(HandOffSettings.DEFAULT.maxConsecutive(),
					HandOffSettings.DEFAULT.maxDuration(), builtIn, passes);
		};
		Duration longestSleep = this.withoutFaults ? Duration.ofSeconds(5)
				: Duration.ofMillis(500 + choices.index(1000));
		this.longestTurn = handOff.maxDuration();
		if (flaw == SimulationFlaw.TURN_WITHOUT_END) {
			handOff = new HandOffSettings(handOff.maxConsecutive(), Duration.ofHours(1), builtIn, passes);
		}
		this.settings = new LockSettings("sim", Duration.ofSeconds(30), Duration.ofSeconds(5), null,
				RetrySettings.DEFAULT, longestSleep, ReleaseMode.SYNC, handOff, false);
		this.asyncCommands = flaw.async && choices.index(5) < 4;
		this.ordered = this.asyncCommands && choices.index(3) == 2;
		this.shutdowns = flaw.async && choices.index(6) == 5;
		this.rejections = flaw.async && !this.withoutFaults && choices.index(3) == 2;
	}

	/** Returns the probability that a message fails. */
	double faults(long now) {
		return (now < this.faultsEndAt) ? this.faults : 0;
	}

	public static long millis(long millis) {
		return millis * 1_000_000;
	}

}

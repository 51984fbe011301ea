package io.lockstarter.faults.broken;

import java.util.List;

import io.lockstarter.faults.check.Invariant;
import io.lockstarter.faults.drive.Topology;
import org.jspecify.annotations.Nullable;

/** What is wrong with a lock, and how that shows. */
enum Flaw {

	/** Deletes the key whoever has it. */
	RELEASE_BY_DEL(Topology.SINGLE, Invariant.EXCLUSION, List.of("SCRIPT FLUSH"), List.of("renewed=0")),

	/** Takes itself for the holder for a whole ttl after the reply came. */
	VALID_FROM_REPLY(Topology.SINGLE, Invariant.EXCLUSION, List.of("slow replies"), List.of("renewed=0", "long=2")),

	/** Prolongs the key whoever has it. */
	RENEWAL_WITHOUT_OWNER(Topology.SINGLE, Invariant.EXCLUSION, List.of("client frozen"), List.of("renewed=100")),

	/** Numbers its holds with INCR, which begins anew when the server forgets. */
	BARE_INCR(Topology.SINGLE_FORGETFUL, Invariant.FENCE_RISES, List.of("Redis killed"), List.of()),

	/** Never looks at the clock again once it has the lock. */
	NO_ELAPSED_TIME(Topology.SINGLE, Invariant.EXCLUSION, List.of("client frozen"), List.of("renewed=0")),

	/** Takes the key and sets its expiry in two steps. */
	EXPIRY_IN_A_SECOND_STEP(Topology.SINGLE, Invariant.NO_KEY_LEFT, List.of("applied"),
			List.of("patience=1", "long=1000")),

	/** Takes no answer for a yes. */
	SILENCE_IS_CONSENT(Topology.SINGLE, Invariant.NO_GUESS, List.of("black hole"), List.of()),

	/** Draws its number before it has the lock. */
	FENCE_BEFORE_LOCK(Topology.SINGLE, Invariant.FENCE_RISES, List.of("SCRIPT FLUSH"), List.of()),

	/** Knows of a loss and tells nobody. */
	SILENT_LOSS(Topology.SINGLE, Invariant.LOSS_TOLD, List.of("client frozen"), List.of("renewed=0")),

	/** Tells of a loss, but late by a fixed time. */
	TELLS_LATE(Topology.SINGLE, Invariant.LOSS_TOLD, List.of("SCRIPT FLUSH"), List.of("renewed=0")),

	/** Queues behind every value, also behind one that is not its own. */
	APPENDS_TO_FOREIGN_VALUES(Topology.SINGLE, Invariant.FOREIGN_KEPT, List.of("foreign value"), List.of()),

	/** Takes an interrupt for a failure of the server. */
	INTERRUPT_IS_A_FAILURE(Topology.SINGLE, Invariant.INTERRUPT_KEPT, List.of("threads interrupted"), List.of()),

	/** Swallows an interrupt. */
	INTERRUPT_IS_LOST(Topology.SINGLE, Invariant.INTERRUPT_KEPT, List.of("threads interrupted"), List.of()),

	/**
	 * Tries to connect for as long as the connect time-out says, whatever the wait time.
	 */
	WAITS_FOR_A_CONNECTION(Topology.SINGLE, Invariant.WAIT_BOUNDED, List.of("connections reset, connects not answered"),
			List.of()),

	/** Takes a renewal for done that a replica has refused. */
	RENEWAL_ON_A_REPLICA(Topology.PAIR, Invariant.EXCLUSION, List.of("FAILOVER"), List.of("renewed=100", "long=2")),

	/** Ends without ending its threads. */
	LEAKS_A_THREAD(Topology.SINGLE, Invariant.NOTHING_LEFT, List.of("SCRIPT FLUSH"), List.of()),

	/**
	 * Nothing: shows that it is the flaw that is seen, and not the rest of this lock,
	 * which is too simple to tell of a loss in time while a server does not answer.
	 */
	NONE(Topology.SINGLE, null,
			List.of("client frozen", "SCRIPT FLUSH", "applied", "threads interrupted", "foreign value"), List.of());

	private final Topology topology;

	private final @Nullable Invariant breaks;

	@SuppressWarnings("ImmutableEnumChecker")
	private final List<String> faults;

	@SuppressWarnings("ImmutableEnumChecker")
	private final List<String> settings;

	Flaw(Topology topology, @Nullable Invariant breaks, List<String> faults, List<String> settings) {
		this.topology = topology;
		this.breaks = breaks;
		this.faults = faults;
		this.settings = settings;
	}

	Topology topology() {
		return this.topology;
	}

	@Nullable Invariant breaks() {
		return this.breaks;
	}

	/** Whether it only shows when all is over. */
	boolean isSeenAtTheEnd() {
		return this.breaks == Invariant.NO_KEY_LEFT || this.breaks == Invariant.NOTHING_LEFT;
	}

	/** Whether a fault is one of those that bring it to light. */
	boolean isShownBy(String fault) {
		return this.faults.stream().anyMatch(fault::startsWith);
	}

	/** What the clients must do to bring it to light. */
	List<String> settings() {
		return this.settings;
	}

}

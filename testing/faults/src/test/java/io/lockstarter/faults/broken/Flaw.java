package io.lockstarter.faults.broken;

import java.util.List;

import io.lockstarter.faults.check.Invariant;
import io.lockstarter.faults.drive.Topology;
import org.jspecify.annotations.Nullable;

/** Lists the flaws of the broken locks, with the faults that reveal them. */
enum Flaw {

	/** Deletes the key without a check of the owner. */
	RELEASE_BY_DEL(Topology.SINGLE, Invariant.EXCLUSION, List.of("SCRIPT FLUSH"), List.of("renewed=0")),

	/** Measures the validity of the lock from the reply, not from the request. */
	VALID_FROM_REPLY(Topology.SINGLE, Invariant.EXCLUSION, List.of("slow replies"), List.of("renewed=0", "long=2")),

	/** Renews the key without a check of the owner. */
	RENEWAL_WITHOUT_OWNER(Topology.SINGLE, Invariant.EXCLUSION, List.of("client frozen"), List.of("renewed=100")),

	/**
	 * Draws fencing numbers with INCR, which restarts at one when the server loses its
	 * data.
	 */
	BARE_INCR(Topology.SINGLE_FORGETFUL, Invariant.FENCE_RISES, List.of("Redis killed"), List.of()),

	/** Does not check the elapsed time after the acquisition. */
	NO_ELAPSED_TIME(Topology.SINGLE, Invariant.EXCLUSION, List.of("client frozen"), List.of("renewed=0")),

	/** Sets the key and its expiry in two steps. */
	EXPIRY_IN_A_SECOND_STEP(Topology.SINGLE, Invariant.NO_KEY_LEFT, List.of("applied"),
			List.of("patience=1", "long=1000")),

	/** Treats a missing reply as a success. */
	NO_REPLY_IS_SUCCESS(Topology.SINGLE, Invariant.NO_FALSE_SUCCESS, List.of("black hole"), List.of()),

	/** Draws the fencing number before the acquisition. */
	FENCE_BEFORE_LOCK(Topology.SINGLE, Invariant.FENCE_RISES, List.of("SCRIPT FLUSH"), List.of()),

	/** Detects a loss but does not notify the holder. */
	NO_LOSS_NOTIFICATION(Topology.SINGLE, Invariant.LOSS_NOTIFIED, List.of("client frozen"), List.of("renewed=0")),

	/** Notifies the holder of a loss too late. */
	NOTIFIES_LATE(Topology.SINGLE, Invariant.LOSS_NOTIFIED, List.of("SCRIPT FLUSH"), List.of("renewed=0")),

	/** Appends its waiters to foreign values, too. */
	APPENDS_TO_FOREIGN_VALUES(Topology.SINGLE, Invariant.FOREIGN_KEPT, List.of("foreign value"), List.of()),

	/** Reports an interrupt as a failure of the server. */
	INTERRUPT_IS_A_FAILURE(Topology.SINGLE, Invariant.INTERRUPT_KEPT, List.of("threads interrupted"), List.of()),

	/** Clears the interrupt flag. */
	INTERRUPT_IS_LOST(Topology.SINGLE, Invariant.INTERRUPT_KEPT, List.of("threads interrupted"), List.of()),

	/**
	 * Waits for a connection longer than the wait time.
	 */
	WAITS_FOR_A_CONNECTION(Topology.SINGLE, Invariant.WAIT_BOUNDED, List.of("connections reset, connects not answered"),
			List.of()),

	/** Treats a renewal as done although a replica has rejected it. */
	RENEWAL_ON_A_REPLICA(Topology.PAIR, Invariant.EXCLUSION, List.of("FAILOVER"), List.of("renewed=100", "long=2")),

	/** Keeps and renews a lock that is acquired for a canceled request. */
	CANCELLATION_KEEPS_LOCK(Topology.SINGLE, Invariant.ALL_SERVED, List.of("SCRIPT FLUSH"),
			List.of("renewed=100", "patience=1", "long=1000")),

	/** Does not end its threads when it is closed. */
	LEAKS_A_THREAD(Topology.SINGLE, Invariant.NOTHING_LEFT, List.of("SCRIPT FLUSH"), List.of()),

	/**
	 * Has no flaw. It shows that the checker detects the flaw and not the rest of this
	 * lock. The lock is too simple to notify in time while a server does not reply.
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

	/** Returns true if the flaw is detected only after the end of the run. */
	boolean isSeenAtTheEnd() {
		return this.breaks == Invariant.ALL_SERVED || this.breaks == Invariant.NO_KEY_LEFT
				|| this.breaks == Invariant.NOTHING_LEFT;
	}

	/** Returns true if the fault reveals the flaw. */
	boolean isShownBy(String fault) {
		return this.faults.stream().anyMatch(fault::startsWith);
	}

	/** Returns the settings of the clients that reveal the flaw. */
	List<String> settings() {
		return this.settings;
	}

}

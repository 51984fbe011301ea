package io.lockstarter.faults.history;

/** Lists the kinds of event. Brackets name the further values. */
public enum Kind {

	/**
	 * A caller is about to request a lock. The id of this attempt becomes the id of the
	 * hold [last, bound: the milliseconds within which the call returns].
	 */
	REQUESTED,

	/** Another caller held the lock [interrupted, flag]. */
	BUSY,

	/**
	 * The lock server failed, and the outcome of the attempt is unknown [why, interrupt:
	 * true if the cause is an interrupt, interrupted, flag].
	 */
	FAILED,

	/**
	 * The caller reported an interrupt and waits no longer [interrupted: true if this
	 * attempt was interrupted, flag: true if the interrupt flag was set at the end].
	 */
	GAVE_UP,

	/**
	 * The caller canceled its request before it held the lock [interrupted, flag].
	 */
	CANCELED,

	/** The caller has acquired the lock; the time is after the return [fence]. */
	ACQUIRED,

	/** {@code isHeld} returned true; the time is before the call. */
	HELD,

	/** {@code isHeld} returned false before a release; the time is after the call. */
	FOUND_LOST,

	/** The holder was notified of a loss. */
	NOTIFIED,

	/** The holder waited for the notification, and it did not come. */
	NOT_NOTIFIED,

	/** The counter is about to be read and incremented. */
	UPDATING,

	/**
	 * The counter was incremented [read, held: true if the lock was still held].
	 */
	UPDATED,

	/** The value of the counter at the end [read]. */
	COUNTER_AT_END,

	/**
	 * The fenced resource replied to a write [accepted, held: true if the lock was still
	 * held].
	 */
	WRITTEN,

	/** The fenced resource accepted a write [fence]. */
	ACCEPTED,

	/** The fenced resource rejected a write [fence]. */
	STALE,

	/**
	 * The lock was read directly from the server, while {@code isHeld} was true [mine].
	 */
	PROBED,

	/** The call has ended [lost, interrupted, flag]. */
	ENDED,

	/** A release was not confirmed by the lock server. */
	UNCONFIRMED,

	/**
	 * The machine did not let the threads of a client run; the time is the end of that
	 * [from].
	 */
	PAUSED,

	/**
	 * More servers than normal were masters; the time is the end of that [from].
	 */
	SPLIT,

	/**
	 * The owner of a foreign value has read it again [value, found].
	 */
	FOREIGN,

	/** A fault was injected; the time is its end [fault, from]. */
	FAULT,

	/** A key, thread, connection or subscription is left after the end [what, name]. */
	LEFTOVER,

	/** A caller or a whole client did not end in time [where]. */
	STUCK

}

package io.lockstarter.faults.history;

/** What an event says. In brackets: its further values. */
public enum Kind {

	/**
	 * A caller is about to ask for a key; this attempt's id is the later hold's [last,
	 * bound: the milliseconds after which it has an answer].
	 */
	ASKED,

	/** Somebody else had it [interrupted, flag]. */
	BUSY,

	/**
	 * The lock server failed: what became of the attempt is not known [why, interrupt:
	 * whether the cause is an interrupt, interrupted, flag].
	 */
	FAILED,

	/**
	 * The caller was interrupted and waits no longer [interrupted: whether this attempt
	 * really was, flag: whether the interrupt flag was set at the end].
	 */
	GAVE_UP,

	/** The caller has been given the lock; the time is after the return [fence]. */
	GOT,

	/** It was said to be held; the time is before the question. */
	HELD,

	/** It was said not to be held any more, before a release; the time is after that. */
	LAPSED,

	/** The holder was told of the loss. */
	TOLD,

	/** The holder has waited for that in vain. */
	UNTOLD,

	/** The counter is about to be read and raised. */
	UPDATING,

	/**
	 * The counter has been raised by one [read, held: whether it was still held then].
	 */
	UPDATED,

	/** The counter's value at the end [read]. */
	COUNTED,

	/** A fenced write was answered [accepted, held: whether it was still held then]. */
	WRITTEN,

	/** The fenced resource has accepted a write [fence]. */
	ACCEPTED,

	/** The fenced resource has refused a write [fence]. */
	STALE,

	/** The server was asked directly, while the lock was said to be held [mine]. */
	PROBED,

	/** The caller is done [lost, interrupted, flag]. */
	ENDED,

	/** A release was not confirmed by the lock server. */
	UNCONFIRMED,

	/**
	 * The threads of a client did not run, or one of them ran late; the time is that of
	 * the end [from].
	 */
	PAUSED,

	/**
	 * More servers than should took themselves for a master; the time is that of the end
	 * [from].
	 */
	SPLIT,

	/**
	 * The owner of a value that is not ours, under a key of ours, has looked at it
	 * [value, found].
	 */
	FOREIGN,

	/** Something went wrong on purpose; the time is that of the end [fault, from]. */
	FAULT,

	/** Something is still there after the end [what, name]. */
	LEFTOVER,

	/** A caller, or a whole client, did not come back [where]. */
	STUCK

}

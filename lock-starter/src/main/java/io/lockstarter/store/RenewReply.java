package io.lockstarter.store;

/** The outcome of a renewal. */
public enum RenewReply {

	/** The key is ours and has at least the ttl that was asked for. */
	RENEWED,

	/** The key is gone, or another's: the lease is lost. */
	NOT_MINE,

	/** Nothing is known of this entry: no loss, it is tried again. */
	FAILED

}

package io.lockstarter.store;

/** The outcome of a renewal. */
public enum RenewReply {

	/** The key is ours and has at least the ttl that was asked for. */
	RENEWED,

	/** The key is free, or another token has it: the lease is lost. */
	NOT_MINE,

	/** The outcome is not known. This is no loss, and the renewal is repeated. */
	FAILED

}

package io.lockstarter.store;

/** The outcome of a release. */
public enum ReleaseReply {

	/** Our token had the key, and the key is released now. */
	RELEASED,

	/** The key was free, or another token had it. Nothing was changed. */
	NOT_MINE,

	/** The outcome is not known. Other entries of the batch may have replies. */
	FAILED

}

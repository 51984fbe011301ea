package io.lockstarter.store;

/** The outcome of a release. */
public enum ReleaseReply {

	/** It was there under our token and is gone now. */
	RELEASED,

	/** It was not there, or under another token; nothing was changed. */
	NOT_MINE,

	/** Nothing is known of this entry; others of its batch may have been answered. */
	FAILED

}

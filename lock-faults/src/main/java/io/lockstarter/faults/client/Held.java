package io.lockstarter.faults.client;

/** A lock as its holder sees it. */
public interface Held {

	/** The fencing number; zero if none was wanted. */
	long fence();

	boolean isHeld();

	void onLost(Runnable action);

	/** The value in the lock server. */
	String token();

}

package io.lockstarter.faults.client;

/** A held lock, seen by its holder. */
public interface HeldLock {

	/** Returns the fencing number; zero if none was requested. */
	long fence();

	boolean isHeld();

	void onLost(Runnable action);

	/** Returns the value in the lock server. */
	String token();

}

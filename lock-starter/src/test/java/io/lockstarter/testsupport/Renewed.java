package io.lockstarter.testsupport;

import java.time.Duration;

import io.lockstarter.LockHandle;
import org.awaitility.Awaitility;

/** Waits for a renewal: of all that happens to a hold, only that gives it more time. */
public final class Renewed {

	private Renewed() {
	}

	/**
	 * Waits until a hold has been renewed, or is no longer held.
	 * @param handle the hold
	 * @return whether it is held
	 */
	public static boolean once(LockHandle handle) {
		Duration[] least = { handle.remaining() };
		Awaitility.await().until(() -> {
			Duration now = handle.remaining();
			boolean more = now.compareTo(least[0]) > 0;
			least[0] = now;
			return more || !handle.isHeld();
		});
		return handle.isHeld();
	}

}

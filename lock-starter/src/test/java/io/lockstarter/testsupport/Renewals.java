package io.lockstarter.testsupport;

import java.time.Duration;

import io.lockstarter.LockHandle;
import org.awaitility.Awaitility;

/**
 * Waits for a renewal. It is detected by the remaining time of a hold, which only a
 * renewal makes longer.
 */
public final class Renewals {

	private Renewals() {
	}

	/**
	 * Waits until a hold has been renewed, or is no longer held.
	 * @param handle the hold
	 * @return whether it is held
	 */
	public static boolean awaitRenewal(LockHandle handle) {
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

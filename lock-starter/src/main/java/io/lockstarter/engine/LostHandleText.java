package io.lockstarter.engine;

import java.time.Duration;

import io.lockstarter.lane.Hold;

/** Describes a hold whose handles the application has lost, and the fix. */
final class LostHandleText {

	private LostHandleText() {
	}

	static String of(Hold hold, Duration held) {
		String lock = "lock '" + hold.lease().key() + "', which it acquired " + held.toMillis() + " ms ago";
		boolean detached = hold.waiter().owner() instanceof Thread owner && owner.isAlive() && hold.isAbandoned();
		if (detached || !(hold.waiter().owner() instanceof Thread thread)) {
			return "The application has lost the handle of " + lock + ", and has not released it. "
					+ (hold.isAbandoned() ? "The lock is no longer renewed and ends with its ttl. "
							: "The lock is still renewed, since the application has an onLost action. ")
					+ (detached ? "Complete the stage that the annotated method has returned."
							: "Keep the handle and release it in a finally block, or use ReactiveLockService.withLock.");
		}
		if (hold.isAbandoned()) {
			return "Thread '" + thread.getName() + "' has ended without releasing " + lock + ", and its handle is "
					+ "unreachable. The lock is no longer renewed and ends with its ttl. Release the handle in a "
					+ "finally block.";
		}
		return "Thread '" + thread.getName() + "' has lost the handle of " + lock + ", and has not released it. The "
				+ "lock is renewed until the thread ends, since the thread may still work under it. Release the handle "
				+ "in a finally block, or use LockService.run.";
	}

}

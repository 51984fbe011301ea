package io.lockstarter;

import java.time.Duration;
import java.util.OptionalLong;

/**
 * What a caller has while it holds a lock. A handle may be used from any thread. Nested
 * acquisitions of one owner have a handle each; the lock ends with the outermost.
 *
 * <p>
 * A handle may outlive the thread that acquired it: the lock is renewed as long as
 * anybody has the handle. If that thread has ended and no handle can be reached any more,
 * the lock is not renewed, and ends with its ttl.
 *
 * <p>
 * {@link #isHeld()} is {@code true} only while no other holder can exist: it is counted
 * on the monotonic clock from before the command was sent, less a margin for clock drift.
 * What no lease can prevent is that the process is paused right after the check.
 */
public interface LockHandle extends AutoCloseable {

	/**
	 * The handle of the innermost {@link LockScope} that this thread is in: that of the
	 * annotated method, or of {@link LockService#run}, which (indirectly) called.
	 * @return the handle
	 * @throws IllegalStateException if this thread is in none
	 */
	static LockHandle current() {
		LockHandle handle = LockScope.currentHandle();
		if (handle == null) {
			throw new IllegalStateException("This thread runs under no lock: call it from a method with "
					+ "@DistributedLock or from LockService.run, or open a LockScope");
		}
		return handle;
	}

	/**
	 * The key that is held.
	 * @return the key
	 */
	String key();

	/**
	 * The token that proves ownership. The value in the lock server begins with it; while
	 * other instances wait for the lock, their queue follows it there. The token can be
	 * handed to another process, which may then
	 * {@linkplain LockService#release(String, String) release} the lock. Ask for it while
	 * the lock is held: after a release another caller may have the lock under the same
	 * token, and what is returned then releases nothing, unless the token was asked for
	 * before.
	 * @return the token
	 */
	String token();

	/**
	 * The fencing number of this hold, if one was asked for: higher than that of every
	 * earlier hold on the same key. Give it along with each write, and let the resource
	 * refuse what comes with a lower number than it has seen: so the write of a holder
	 * that was paused for too long does no harm. Nested holds have the number of the
	 * outermost. The handle of several keys has none, since each key has its own.
	 * @return the number; empty if none was asked for
	 */
	OptionalLong fence();

	/**
	 * Whether the lock is held, provably. Once {@code false} it stays {@code false}.
	 * @return whether it is held
	 */
	boolean isHeld();

	/**
	 * For how long it is held if it is not renewed; zero if it is not held.
	 * @return the remaining time
	 */
	Duration remaining();

	/**
	 * Does nothing while the lock is held.
	 * @throws LockLostException if it was lost
	 * @throws IllegalStateException if this handle was released
	 */
	void ensureHeld();

	/**
	 * Makes the hold last for at least this long from now. Never shortens it, and never
	 * beyond {@code maxHold}.
	 * @param ttl the time from now
	 * @throws LockLostException if it was lost
	 * @throws LockBackendException if the lock server did not confirm; the hold is then
	 * valid for as long as it was before
	 */
	void extend(Duration ttl);

	/**
	 * Runs an action when the lock is lost: once, on a thread of the lock service, at
	 * once if it was lost already. It does not run after a release.
	 * @param action what to run; it should be short
	 */
	void onLost(Runnable action);

	/**
	 * Gives the lock up. If the lock server does not answer, the release is repeated in
	 * the background. Without effect on a handle that was released before.
	 * @return {@code false} if it had been lost (or this handle was released before)
	 */
	boolean release();

	/**
	 * {@linkplain #release() Releases}.
	 * @throws LockLostException if the lock was lost
	 */
	@Override
	void close();

}

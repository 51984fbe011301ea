package io.lockstarter;

import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;

/**
 * Represents one hold on a lock. Any thread may use it. Each nested acquire of the same
 * owner returns a handle of its own. The lock is released when the outermost handle is
 * released.
 *
 * <p>
 * A handle may outlive the thread that acquired it. The lock is renewed as long as the
 * handle is reachable. If all handles become unreachable without a release, a warning is
 * logged, the renewal stops, and the lock expires after its ttl. A lock that belongs to a
 * thread is renewed until the thread has ended, since the thread may still work.
 *
 * <p>
 * {@link #isHeld()} is {@code true} only while no other holder can exist. The time is
 * measured on the monotonic clock. It starts before the command was sent, and a margin
 * for clock drift is subtracted. But the process can be paused right after the check. No
 * lease can prevent this.
 */
public interface LockHandle extends AutoCloseable {

	/**
	 * Returns the handle of the innermost {@link LockScope} of this thread. An annotated
	 * method and {@code run}, {@code tryRun} and {@code call} of {@link LockService} open
	 * such a scope for the code that they call.
	 * @return the handle
	 * @throws IllegalStateException if this thread is in no scope
	 */
	static LockHandle current() {
		LockHandle handle = LockScope.currentHandle();
		if (handle == null) {
			throw new IllegalStateException("This thread is in no LockScope: call LockHandle.current() from a method "
					+ "with @DistributedLock or from LockService.run, or call handle.openScope()");
		}
		return handle;
	}

	/**
	 * Returns the key of the lock.
	 * @return the key
	 */
	String key();

	/**
	 * Returns the token that proves ownership. The value in the lock server begins with
	 * the token. The queue of waiting instances follows it there. Another process that
	 * receives the token can {@linkplain LockService#release(String, String) release} the
	 * lock.
	 * <p>
	 * Read the token while the lock is held. After a release, another caller may hold the
	 * lock under the same token. If this method is called for the first time after the
	 * release, it returns a text that cannot release any lock.
	 * @return the token
	 */
	String token();

	/**
	 * Returns the fencing number of this hold, if the request asked for one. The number
	 * is higher than the number of every earlier hold on the same key. Send it with each
	 * write, and let the resource refuse a write with a lower number than it has already
	 * seen. Then a holder that was paused for too long cannot overwrite newer data. A
	 * nested hold has the number of the outermost hold. The handle of several keys has no
	 * number, since each key has its own.
	 * @return the number, or empty if the request did not ask for one
	 */
	OptionalLong fencingNumber();

	/**
	 * Returns the handles of the single keys, for a handle of several keys. Each of them
	 * has its own fencing number.
	 * @return the handles in the order of their keys; only this handle if it has one key,
	 * and none if it has no key
	 */
	default List<LockHandle> parts() {
		return List.of(this);
	}

	/**
	 * Returns whether the lock is certainly held. After it has returned {@code false}
	 * once, it always returns {@code false}.
	 * @return {@code true} if the lock is held
	 */
	boolean isHeld();

	/**
	 * Returns the time for which the lock stays held without a renewal. It is zero if the
	 * lock is not held.
	 * @return the remaining time
	 */
	Duration remaining();

	/**
	 * Checks that the lock is held.
	 * @throws LockLostException if the lock was lost
	 * @throws IllegalStateException if this handle was released
	 */
	void ensureHeld();

	/**
	 * Extends the hold, so that it lasts for at least the given time from now. It never
	 * shortens the hold, and never exceeds {@code maxHold}.
	 * @param ttl the time from now
	 * @throws LockLostException if the lock was lost
	 * @throws LockServerException if the lock server did not confirm the extension; the
	 * hold then ends at the same time as before
	 */
	void extend(Duration ttl);

	/**
	 * Registers an action that runs once when the lock is lost. It runs on a thread of
	 * the lock service. If the lock was lost already, it runs immediately. It does not
	 * run after a release. Actions of one lock, and of one handle of several locks, run
	 * in order. Up to 16 actions of different locks run at the same time, and a slow one
	 * delays only the later actions of its lock or handle.
	 * @param action the action to run; it should be short
	 */
	void onLost(Runnable action);

	/**
	 * Opens a scope on this thread. Inside it, {@link #current()} returns this handle,
	 * and {@link LockScope#ensureHeld()} checks it.
	 * @return the scope, which this thread must close
	 */
	default LockScope openScope() {
		return new LockScope(this);
	}

	/**
	 * Releases the lock. If the lock server does not answer, the release is retried in
	 * the background. A second call has no effect.
	 * @return {@code false} if the lock had been lost, or if this handle was released
	 * before. With {@link ReleaseMode#ASYNC}, a loss that only the reply shows is not
	 * returned. Listeners receive it.
	 */
	boolean release();

	/**
	 * {@linkplain #release() Releases} the lock.
	 * @throws LockLostException if the lock was lost
	 */
	@Override
	void close();

}

package io.lockstarter.internal;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.lockstarter.LockHandle;
import io.lockstarter.LockLostException;

/**
 * Adds operations to a handle that only the library itself uses. The static methods take
 * any handle: a lock service of the application may wrap ours, or a test may replace it.
 */
public interface InternalHandle extends LockHandle {

	/**
	 * Detaches this handle from the thread that acquired it, for work that goes on after
	 * that thread has left it. The next request of the thread is not nested any more, but
	 * waits for this handle like all others. Without effect on a handle that belongs to
	 * no thread, or that was released.
	 */
	void detach();

	/**
	 * Releases a lock under which nothing was done: {@code minHold} does not keep the key
	 * taken.
	 * @return {@code false} if it had been lost (or this handle was released before)
	 */
	boolean releaseUnused();

	/**
	 * Closes the handle without waiting for the lock server.
	 * @return completes when the lock server has replied, or its reply has failed; fails
	 * with a {@link LockLostException} if the lock was lost. It may complete on a thread
	 * of the lock server's client
	 */
	CompletionStage<Void> closeAsync();

	/**
	 * Detaches a handle, if it is one of ours.
	 * @param handle the handle
	 */
	static void detach(LockHandle handle) {
		if (handle instanceof InternalHandle own) {
			own.detach();
		}
	}

	/**
	 * Releases a handle under which nothing was done.
	 * @param handle the handle
	 * @return what {@link LockHandle#release()} returns
	 */
	static boolean releaseUnused(LockHandle handle) {
		return (handle instanceof InternalHandle own) ? own.releaseUnused() : handle.release();
	}

	/**
	 * Closes a handle, without waiting for the lock server if it is one of ours.
	 * @param handle the handle
	 * @return fails with what {@link LockHandle#close()} throws
	 */
	static CompletionStage<Void> closeAsync(LockHandle handle) {
		if (handle instanceof InternalHandle own) {
			return own.closeAsync();
		}
		try {
			handle.close();
			return CompletableFuture.completedStage(null);
		}
		catch (RuntimeException ex) {
			return CompletableFuture.failedStage(ex);
		}
	}

}

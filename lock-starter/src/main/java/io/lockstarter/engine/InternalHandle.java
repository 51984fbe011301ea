package io.lockstarter.engine;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.lockstarter.LockHandle;
import io.lockstarter.LockLostException;

/**
 * Adds operations to a handle that only the library itself uses. The static methods
 * accept any handle, because an application may wrap the lock service, and a test may
 * replace it.
 */
public interface InternalHandle extends LockHandle {

	/**
	 * Detaches this handle from the thread that acquired it. The caller uses it for work
	 * that continues after that thread has left. The next acquire of the thread is not
	 * nested any more, but waits for this handle. The method has no effect on a handle
	 * that belongs to no thread, or that was released.
	 */
	void detach();

	/**
	 * Notes that only the thread that acquired the lock can release this handle. It then
	 * does not keep the lock renewed after the end of that thread.
	 */
	void bindToOwner();

	/**
	 * Releases a lock that protected no work. {@code minHold} does not keep the key
	 * locked then.
	 * @return {@code false} if the lock had been lost, or if this handle was released
	 * before
	 */
	boolean releaseUnused();

	/**
	 * Closes the handle without waiting for the lock server.
	 * @return a stage that completes when the lock server has replied, or when the
	 * command has failed. It fails with a {@link LockLostException} if the lock was lost.
	 * It may complete on a thread of the lock server's client.
	 */
	CompletionStage<Void> closeAsync();

	/**
	 * Sends the release now, and waits for the reply later. Several handles are closed in
	 * one round trip in this way.
	 * @return does the rest of {@link #close()}: it waits for the reply, and throws if
	 * the lock was lost
	 */
	Runnable beginClose();

	/**
	 * Releases a lock that protected no work, without waiting for the lock server.
	 * @return a stage that completes as that of {@link #closeAsync()}, but not with a
	 * failure if the lock was lost
	 */
	CompletionStage<?> releaseUnusedAsync();

	/**
	 * Begins to close a handle. A handle of another library is closed later, by the
	 * returned action.
	 * @param handle the handle
	 * @return the rest of {@link LockHandle#close()}
	 */
	static Runnable beginClose(LockHandle handle) {
		return (handle instanceof InternalHandle own) ? own.beginClose() : handle::close;
	}

	/**
	 * Detaches a handle, if it is a handle of this library.
	 * @param handle the handle
	 */
	static void detach(LockHandle handle) {
		if (handle instanceof InternalHandle own) {
			own.detach();
		}
	}

	/**
	 * Checks that a lock was not lost. A handle that its holder has released is not lost.
	 * @param handle the handle
	 * @throws LockLostException if the lock was lost
	 */
	static void ensureNotLost(LockHandle handle) {
		try {
			handle.ensureHeld();
		}
		catch (IllegalStateException ex) {
			// The holder itself released the lock.
		}
	}

	/**
	 * Releases a handle that protected no work.
	 * @param handle the handle
	 * @return the result of {@link LockHandle#release()}
	 */
	static boolean releaseUnused(LockHandle handle) {
		return (handle instanceof InternalHandle own) ? own.releaseUnused() : handle.release();
	}

	/**
	 * Releases a handle that protected no work. A handle of this library is released
	 * without waiting for the lock server.
	 * @param handle the handle
	 * @return a stage that completes when the release is done
	 */
	static CompletionStage<?> releaseUnusedAsync(LockHandle handle) {
		try {
			return (handle instanceof InternalHandle own) ? own.releaseUnusedAsync()
					: CompletableFuture.completedStage(handle.release());
		}
		catch (RuntimeException | Error ex) {
			return CompletableFuture.failedStage(ex);
		}
	}

	/**
	 * Closes a handle. A handle of this library is closed without waiting for the lock
	 * server.
	 * @param handle the handle
	 * @return a stage that fails with the exception of {@link LockHandle#close()}
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

package io.lockstarter.redis;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * Represents a call on a thread of {@link RedisWorkers}.
 *
 * @param <T> the type of its result
 */
final class WorkerCall<T extends @Nullable Object> implements Runnable {

	private final Supplier<T> call;

	private final Runnable onEnd;

	private final CompletableFuture<T> result = new CompletableFuture<>();

	private @Nullable Thread thread;

	WorkerCall(Supplier<T> call, Runnable onEnd) {
		this.call = call;
		this.onEnd = onEnd;
	}

	@Override
	public void run() {
		runsOn(Thread.currentThread());
		T returned;
		try {
			returned = this.call.get();
		}
		catch (Throwable ex) {
			end();
			this.result.completeExceptionally(ex);
			return;
		}
		end();
		this.result.complete(returned);
	}

	private void end() {
		runsOn(null);
		this.onEnd.run();
	}

	private synchronized void runsOn(@Nullable Thread thread) {
		this.thread = thread;
	}

	/** Interrupts the thread that makes the call, if it still runs. */
	synchronized void interrupt() {
		if (this.thread != null) {
			this.thread.interrupt();
		}
	}

	CompletableFuture<T> result() {
		return this.result;
	}

	/**
	 * Waits for the result, even if the waiting thread is interrupted. Throws the
	 * exception of the call, if any.
	 * @param nanos the longest wait
	 * @return the result
	 * @throws TimeoutException if there is no result yet
	 */
	T await(long nanos) throws TimeoutException {
		return await(this.result, nanos);
	}

	static <T extends @Nullable Object> T await(CompletableFuture<T> result, long nanos) throws TimeoutException {
		try {
			return Uninterruptibly.<T, Exception>await(nanos, (left) -> result.get(left, TimeUnit.NANOSECONDS));
		}
		catch (TimeoutException | RuntimeException ex) {
			throw ex;
		}
		catch (Exception ex) {
			if (ex.getCause() instanceof Error error) {
				throw error;
			}
			throw (ex.getCause() instanceof RuntimeException cause) ? cause : new IllegalStateException(ex);
		}
	}

}

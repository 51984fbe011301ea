package io.lockstarter.redlock;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

import io.lockstarter.store.MonotonicClock;
import io.lockstarter.store.MonotonicTimer;
import io.lockstarter.store.StoreException;
import org.jspecify.annotations.Nullable;

/**
 * Blocks a thread until its command ends. This is the only place where Redlock blocks.
 * The thread itself runs the time-outs of its command, so no other thread is needed. It
 * waits to the end even if it is interrupted, since the time-outs are short.
 */
final class BlockingCall implements MonotonicTimer {

	private final Thread caller = Thread.currentThread();

	private final List<Task> tasks = new ArrayList<>();

	private final MonotonicClock clock;

	private BlockingCall(MonotonicClock clock) {
		this.clock = clock;
	}

	/**
	 * Runs a command and waits for its end.
	 * @param clock the clock
	 * @param command the command, which receives the timer for its time-outs
	 * @return the reply
	 */
	static <T> T await(MonotonicClock clock, Function<MonotonicTimer, CompletableFuture<T>> command) {
		BlockingCall call = new BlockingCall(clock);
		CompletableFuture<T> reply = command.apply(call);
		if (!reply.isDone()) {
			call.await(reply);
		}
		try {
			return reply.join();
		}
		catch (CompletionException ex) {
			throw failure(ex);
		}
	}

	private void await(CompletableFuture<?> reply) {
		var unused = reply.whenComplete((ignored, failure) -> LockSupport.unpark(this.caller));
		boolean interrupted = false;
		while (!reply.isDone()) {
			Task next = next();
			long left = (next != null) ? next.time - this.clock.nanos() : MonotonicClock.NEVER;
			if (next != null && left <= 0) {
				remove(next);
				next.task.run();
			}
			else {
				LockSupport.parkNanos(this, left);
			}
			interrupted |= Thread.interrupted();
		}
		if (interrupted) {
			Thread.currentThread().interrupt();
		}
	}

	private synchronized @Nullable Task next() {
		Task next = null;
		for (Task task : this.tasks) {
			next = (next == null || task.time < next.time) ? task : next;
		}
		return next;
	}

	@Override
	public Runnable at(long time, Runnable task) {
		Task added = new Task(time, task);
		synchronized (this) {
			this.tasks.add(added);
		}
		if (Thread.currentThread() != this.caller) { // the caller looks for tasks before
														// it parks
			LockSupport.unpark(this.caller);
		}
		return () -> remove(added);
	}

	private synchronized void remove(Task task) {
		this.tasks.remove(task);
	}

	/** Returns the failure of the command, with the stack trace of the waiting thread. */
	private static RuntimeException failure(CompletionException ex) {
		Throwable cause = ex.getCause();
		if (cause instanceof Error error) {
			throw error;
		}
		if (cause instanceof StoreException failed) {
			return failed.copy();
		}
		return (cause instanceof RuntimeException failed) ? failed : ex;
	}

	private record Task(long time, Runnable task) {
	}

}

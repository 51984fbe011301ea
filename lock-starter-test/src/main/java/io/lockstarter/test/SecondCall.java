package io.lockstarter.test;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

import io.lockstarter.LockEvent;
import io.lockstarter.LockHandle;
import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.LockRequest;
import io.lockstarter.test.CallRecorder.Recording;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;

/**
 * Runs a call while another instance holds some locks, and finds out whether it met them.
 */
final class SecondCall {

	private static final Duration LIMIT = Duration.ofSeconds(60);

	private final LockTester tester;

	private final ThrowingCallable call;

	private volatile @Nullable Throwable failure;

	SecondCall(LockTester tester, ThrowingCallable call) {
		this.tester = tester;
		this.call = call;
	}

	boolean findsBusy(Collection<LockRequest> locks) {
		Set<String> keys = locks.stream().map(LockRequest::key).collect(Collectors.toSet());
		LockHandle held = hold(locks);
		Thread thread = new Thread(this::run, "second-call");
		thread.setDaemon(true);
		try (Recording recording = this.tester.recorder().start()) {
			thread.start();
			boolean alive = true;
			long end = System.nanoTime() + LIMIT.toNanos();
			while (!metBusy(recording.events(), keys) && alive && System.nanoTime() < end) {
				alive = thread.isAlive();
				LockSupport.parkNanos(1_000_000);
			}
			return metBusy(recording.events(), keys);
		}
		finally {
			if (held != null) {
				held.release();
			}
			else {
				thread.interrupt(); // nothing would end its wait
			}
			join(thread);
		}
	}

	String failureText() {
		Throwable thrown = this.failure;
		return (thrown != null) ? ". It threw " + thrown : "";
	}

	/**
	 * Returns no handle if the first call still keeps the locks: by a minimum hold, or
	 * until the transaction of the test ends.
	 */
	private @Nullable LockHandle hold(Collection<LockRequest> locks) {
		try {
			return this.tester.other().holdAll(List.copyOf(locks));
		}
		catch (LockNotAcquiredException ex) {
			return null;
		}
	}

	private void run() {
		try {
			this.call.call();
		}
		catch (Throwable ex) {
			this.failure = ex;
		}
	}

	private static boolean metBusy(List<LockEvent> events, Set<String> keys) {
		return events.stream().anyMatch((event) -> keys.contains(event.key()) && isBusy(event));
	}

	private static boolean isBusy(LockEvent event) {
		return (event instanceof LockEvent.NotAcquired refused) ? refused.failure() instanceof LockNotAcquiredException
				: event instanceof LockEvent.Waiting;
	}

	private static void join(Thread thread) {
		try {
			thread.join(LIMIT.toMillis());
			thread.interrupt();
			thread.join(LIMIT.toMillis());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}

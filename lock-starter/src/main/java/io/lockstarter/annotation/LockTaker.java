package io.lockstarter.annotation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.LockService;
import io.lockstarter.internal.InternalHandle;

/** Takes all keys of a call, or none. */
final class LockTaker {

	private final Supplier<LockService> service;

	private final Supplier<Duration> configuredWait;

	private final LongSupplier nanoTime;

	/**
	 * Makes one.
	 * @param service the lock service, asked for when the first lock is taken
	 * @param configuredWait how long a request waits that does not say
	 * @param nanoTime a monotonic clock
	 */
	LockTaker(Supplier<LockService> service, Supplier<Duration> configuredWait, LongSupplier nanoTime) {
		this.service = service;
		this.configuredWait = configuredWait;
		this.nanoTime = nanoTime;
	}

	Holding take(List<Wanted> all, ReturnStyle style) {
		if (all.size() == 1) {
			return new Holding(List.of(held(all.get(0), acquire(all.get(0).request(), style))));
		}
		List<Held> taken = new ArrayList<>(all.size());
		try {
			long start = this.nanoTime.getAsLong();
			for (Wanted wanted : all) {
				LockRequest request = wanted.request().withWaitTime(waitSince(start, wanted.request()));
				taken.add(held(wanted, acquire(request, style)));
			}
			// A fixed lease may have run out while the next key was waited for.
			taken.forEach((one) -> one.handle().ensureHeld());
			return new Holding(taken);
		}
		catch (RuntimeException | Error ex) {
			if (!taken.isEmpty()) {
				giveBack(taken, ex);
			}
			throw ex;
		}
	}

	private LockHandle acquire(LockRequest request, ReturnStyle style) {
		LockService locks = this.service.get();
		return UnstubbedMock.requireResult(style.acquire(locks, request), locks, request);
	}

	private static void giveBack(List<Held> taken, Throwable failure) {
		for (int i = taken.size() - 1; i >= 0; i--) {
			try {
				InternalHandle.releaseUnused(taken.get(i).handle());
			}
			catch (RuntimeException ex) {
				failure.addSuppressed(ex);
			}
		}
	}

	private static Held held(Wanted wanted, LockHandle handle) {
		return new Held(handle, wanted.definition().onLost());
	}

	private Duration waitSince(long start, LockRequest request) {
		Duration asked = request.waitTime();
		Duration wait = (asked != null) ? asked : this.configuredWait.get();
		if (wait.equals(LockRequest.FOREVER)) {
			return wait;
		}
		Duration left = wait.minusNanos(this.nanoTime.getAsLong() - start);
		return left.isNegative() ? Duration.ZERO : left;
	}

}

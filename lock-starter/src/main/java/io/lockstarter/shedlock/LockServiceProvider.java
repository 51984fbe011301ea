package io.lockstarter.shedlock;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionException;

import io.lockstarter.LockException;
import io.lockstarter.LockHandle;
import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.LockNotAcquiredException.Reason;
import io.lockstarter.LockRequest;
import io.lockstarter.LockService;
import net.javacrumbs.shedlock.core.AbstractSimpleLock;
import net.javacrumbs.shedlock.core.ExtensibleLockProvider;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.SimpleLock;
import org.jspecify.annotations.Nullable;

/**
 * Gives ShedLock the locks of this library, so that {@code @SchedulerLock} can stay
 * during a migration. {@code lockAtMostFor} is a fixed ttl: the lock is not renewed, and
 * ends after this time even if the task still runs. {@code lockAtLeastFor} is the minimum
 * hold. A lock belongs to no thread, and is not reentrant.
 */
public final class LockServiceProvider implements ExtensibleLockProvider {

	private final LockService locks;

	private final String prefix;

	/**
	 * Creates a provider.
	 * @param locks the lock service
	 * @param prefix the beginning of all keys, such as {@code job:}
	 */
	public LockServiceProvider(LockService locks, String prefix) {
		this.locks = Objects.requireNonNull(locks, "locks");
		this.prefix = Objects.requireNonNull(prefix, "prefix");
	}

	@Override
	public Optional<SimpleLock> lock(LockConfiguration configuration) {
		String key = this.prefix + configuration.getName();
		LockRequest request = LockRequest.of(key)
			.withName(key)
			.withTtl(atLeastMinimum(configuration.getLockAtMostFor()))
			.withRenew(false)
			.withMinHold(positive(configuration.getLockAtLeastFor()))
			.withWaitTime(Duration.ZERO);
		try {
			LockHandle handle = this.locks.acquireAsync(request).toCompletableFuture().join();
			return Optional.of(new HeldLock(configuration, handle));
		}
		catch (CompletionException ex) {
			if (ex.getCause() instanceof LockNotAcquiredException refusal && refusal.reason() == Reason.BUSY) {
				return Optional.empty();
			}
			if (ex.getCause() instanceof LockException failure) {
				throw failure;
			}
			throw ex;
		}
	}

	private static Duration atLeastMinimum(Duration ttl) {
		return (ttl.compareTo(LockRequest.MIN_TTL) < 0) ? LockRequest.MIN_TTL : ttl;
	}

	private static @Nullable Duration positive(Duration minimum) {
		return (minimum.isZero() || minimum.isNegative()) ? null : minimum;
	}

	/** A lock of ShedLock. */
	private static final class HeldLock extends AbstractSimpleLock {

		private final LockHandle handle;

		HeldLock(LockConfiguration configuration, LockHandle handle) {
			super(configuration);
			this.handle = handle;
		}

		@Override
		protected void doUnlock() {
			// ShedLock does not expect an exception if the lock has expired.
			this.handle.release();
		}

		/**
		 * Extends the lock. The minimum hold stays that of the first configuration.
		 */
		@Override
		protected Optional<SimpleLock> doExtend(LockConfiguration extended) {
			if (!this.handle.isHeld()) {
				return Optional.empty();
			}
			this.handle.extend(atLeastMinimum(extended.getLockAtMostFor()));
			return Optional.of(new HeldLock(extended, this.handle));
		}

	}

}

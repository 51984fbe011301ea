package io.lockstarter.test;

import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;

import io.lockstarter.LockHandle;
import io.lockstarter.LockLostException;
import org.jspecify.annotations.Nullable;

/**
 * A handle without a lock service, for unit tests of code that runs under a lock. It is
 * held until the test releases or loses it. Inside {@link #openScope()},
 * {@link LockHandle#current()} returns it.
 */
public final class TestLockHandle implements LockHandle {

	private final String key;

	private final OptionalLong fencingNumber;

	private final List<Runnable> lossActions = new CopyOnWriteArrayList<>();

	private volatile Duration remaining = Duration.ofSeconds(30);

	private volatile boolean released;

	private volatile LockLostException.@Nullable Reason loss;

	private TestLockHandle(String key, OptionalLong fencingNumber) {
		this.key = key;
		this.fencingNumber = fencingNumber;
	}

	/**
	 * Creates a handle that is held.
	 * @param key the key
	 * @return the handle
	 */
	public static TestLockHandle held(String key) {
		return new TestLockHandle(key, OptionalLong.empty());
	}

	/**
	 * Creates a handle that is held and has a fencing number.
	 * @param key the key
	 * @param fencingNumber the fencing number
	 * @return the handle
	 */
	public static TestLockHandle held(String key, long fencingNumber) {
		return new TestLockHandle(key, OptionalLong.of(fencingNumber));
	}

	/** Loses the lock. Loss actions run at once, on this thread. */
	public void lose() {
		lose(LockLostException.Reason.EXPIRED);
	}

	/**
	 * Loses the lock. Loss actions run at once, on this thread.
	 * @param reason the reason that exceptions name
	 */
	public void lose(LockLostException.Reason reason) {
		if (isHeld()) {
			this.loss = reason;
			this.lossActions.forEach(Runnable::run);
		}
	}

	@Override
	public String key() {
		return this.key;
	}

	@Override
	public String token() {
		return "test:" + this.key;
	}

	@Override
	public OptionalLong fencingNumber() {
		return this.fencingNumber;
	}

	@Override
	public boolean isHeld() {
		return !this.released && this.loss == null;
	}

	@Override
	public Duration remaining() {
		return isHeld() ? this.remaining : Duration.ZERO;
	}

	@Override
	public void ensureHeld() {
		if (this.released) {
			throw new IllegalStateException("The handle of lock '" + this.key + "' was released");
		}
		ensureNotLost();
	}

	private void ensureNotLost() {
		LockLostException.Reason reason = this.loss;
		if (reason != null) {
			throw new LockLostException(this.key, reason);
		}
	}

	@Override
	public void extend(Duration ttl) {
		ensureHeld();
		this.remaining = (ttl.compareTo(this.remaining) > 0) ? ttl : this.remaining;
	}

	@Override
	public void onLost(Runnable action) {
		if (this.loss != null) {
			action.run();
		}
		else {
			this.lossActions.add(action);
		}
	}

	@Override
	public boolean release() {
		boolean held = isHeld();
		this.released = true;
		return held;
	}

	@Override
	public void close() {
		if (!this.released) {
			release();
			ensureNotLost();
		}
	}

}

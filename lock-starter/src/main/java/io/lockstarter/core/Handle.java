package io.lockstarter.core;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;

import io.lockstarter.LockHandle;
import io.lockstarter.LockLostException;
import io.lockstarter.LossCause;
import org.jspecify.annotations.Nullable;

/** One entry into a hold. */
final class Handle implements LockHandle {

	private final Hold hold;

	private final Handles handles;

	private final AtomicBoolean released = new AtomicBoolean();

	Handle(Hold hold, Handles handles) {
		this.hold = hold;
		this.handles = handles;
	}

	@Override
	public String key() {
		return this.hold.lease().key();
	}

	@Override
	public String token() {
		if (!this.released.get()) {
			this.hold.lease().expose(); // rule C
		}
		return this.hold.lease().token();
	}

	@Override
	public OptionalLong fence() {
		long fence = this.hold.fence();
		return (fence > 0) ? OptionalLong.of(fence) : OptionalLong.empty();
	}

	@Override
	public boolean isHeld() {
		return !this.released.get() && this.hold.isHeld(this.handles.clock());
	}

	@Override
	public Duration remaining() {
		long remaining = this.hold.deadline() - this.handles.clock().nanos();
		return isHeld() ? Duration.ofNanos(Math.max(0, remaining)) : Duration.ZERO;
	}

	@Override
	public void ensureHeld() {
		if (this.released.get()) {
			throw new IllegalStateException("The handle of lock '" + key() + "' was released: acquire the lock again");
		}
		if (!isHeld()) {
			throw lost();
		}
	}

	@Override
	public void extend(Duration ttl) {
		ensureHeld();
		this.handles.extend(this.hold, ttl);
		ensureHeld();
	}

	@Override
	public void onLost(Runnable action) {
		Arguments.check(action != null, "The action on a loss of lock '" + key() + "' is null: pass what is to run");
		this.handles.onLost(this.hold, () -> {
			if (!this.released.get()) {
				action.run();
			}
		});
	}

	@Override
	public boolean release() {
		return this.released.compareAndSet(false, true) && this.handles.release(this.hold);
	}

	@Override
	public void close() {
		if (this.released.compareAndSet(false, true) && !this.handles.release(this.hold)) {
			throw lost();
		}
	}

	private LockLostException lost() {
		@Nullable LossCause cause = this.hold.lossCause();
		// Without a cause it ended otherwise than by a loss: another handle of it was
		// released too often.
		return new LockLostException(key(), (cause != null) ? cause : LossCause.EXPIRED);
	}

	@Override
	public String toString() {
		return "LockHandle[" + key() + ", " + (isHeld() ? "held" : "not held") + "]";
	}

}

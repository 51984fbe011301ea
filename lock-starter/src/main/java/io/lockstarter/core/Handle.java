package io.lockstarter.core;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;

import io.lockstarter.LockLostException;
import io.lockstarter.LossCause;
import io.lockstarter.internal.InternalHandle;
import org.jspecify.annotations.Nullable;

/** One entry into a hold. */
final class Handle implements InternalHandle {

	private final Hold hold;

	private final Handles handles;

	private final AtomicBoolean released = new AtomicBoolean();

	/** What keeps the lock renewed after the end of the thread that acquired it. */
	private final WeakReference<Handle> reference;

	private final AtomicBoolean detached = new AtomicBoolean();

	private volatile boolean listens;

	Handle(Hold hold, Handles handles) {
		this.hold = hold;
		this.handles = handles;
		this.reference = hold.handledBy(this);
	}

	/** No other thread can release it: without its owner it is of no use. */
	void onlyByOwner() {
		this.hold.handledNoMore(this.reference);
	}

	@Override
	public String key() {
		return this.hold.lease().key();
	}

	@Override
	public String token() {
		return this.hold.giveToken();
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
		this.listens = true;
		this.handles.onLost(this.hold, new LossAction(this.released, action));
		if (this.released.get()) {
			this.hold.forget(this.released);
		}
	}

	@Override
	public void detach() {
		if (!this.released.get() && this.detached.compareAndSet(false, true)) {
			this.hold.tenure().detached(this.hold, 1);
		}
	}

	@Override
	public boolean release() {
		return end() && this.handles.release(this.hold);
	}

	@Override
	public boolean releaseUnused() {
		return end() && this.handles.releaseUnused(this.hold);
	}

	@Override
	public void close() {
		if (end() && !this.handles.release(this.hold)) {
			throw lost();
		}
	}

	@Override
	public CompletionStage<Void> closeAsync() {
		if (!end()) {
			return CompletableFuture.completedStage(null);
		}
		return this.handles.releaseAsync(this.hold).thenAccept((held) -> {
			if (!held) {
				throw lost();
			}
		});
	}

	private boolean end() {
		boolean ends = this.released.compareAndSet(false, true);
		if (ends) {
			this.hold.handledNoMore(this.reference);
			if (this.detached.getAndSet(true)) {
				this.hold.tenure().detached(this.hold, -1);
			}
			if (this.listens) {
				// A nested handle must not leave its actions behind in a hold that goes
				// on.
				this.hold.forget(this.released);
			}
		}
		return ends;
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

	/**
	 * What a handle wants to be run on a loss; nothing once it is released. It does not
	 * refer to the handle: the hold must not keep that.
	 *
	 * @param released whether the handle is released
	 * @param action the action
	 */
	record LossAction(AtomicBoolean released, Runnable action) implements Runnable {

		@Override
		public void run() {
			if (!this.released.get()) {
				this.action.run();
			}
		}

	}

}

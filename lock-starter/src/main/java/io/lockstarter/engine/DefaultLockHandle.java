package io.lockstarter.engine;

import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

import io.lockstarter.LockException;
import io.lockstarter.LockHandle;
import io.lockstarter.LockLostException;
import io.lockstarter.LockRequest;
import io.lockstarter.LockType;
import io.lockstarter.lane.Hold;
import io.lockstarter.lane.Waiter;
import io.lockstarter.store.MonotonicClock;
import org.jspecify.annotations.Nullable;

/** Represents one entry into a hold. */
final class DefaultLockHandle implements InternalHandle {

	private final Hold hold;

	/** The type that was asked for. A reader may be nested in the hold of a writer. */
	private final LockType type;

	private final Factory engine;

	private final AtomicBoolean released = new AtomicBoolean();

	/** Keeps the lock renewed while the application has the handle. */
	private final WeakReference<DefaultLockHandle> reference;

	private final AtomicBoolean detached = new AtomicBoolean();

	private volatile boolean listens;

	DefaultLockHandle(Hold hold, LockType type, Factory engine) {
		this.hold = hold;
		this.type = type;
		this.engine = engine;
		this.reference = new WeakReference<>(this);
		hold.addHandle(this.reference);
	}

	@Override
	public void bindToOwner() {
		this.hold.removeHandle(this.reference);
	}

	@Override
	public String key() {
		return this.hold.lease().key();
	}

	@Override
	public String token() {
		return this.hold.exposeToken();
	}

	@Override
	public OptionalLong fencingNumber() {
		long fence = this.hold.fence();
		return (fence > 0) ? OptionalLong.of(fence) : OptionalLong.empty();
	}

	@Override
	public boolean isHeld() {
		return !this.released.get() && this.hold.isHeld(this.engine.clock().nanos());
	}

	@Override
	public Duration remaining() {
		long remaining = this.hold.deadline() - this.engine.clock().nanos();
		return isHeld() ? Duration.ofNanos(Math.max(0, remaining)) : Duration.ZERO;
	}

	@Override
	public void ensureHeld() {
		if (this.released.get()) {
			throw wasReleased();
		}
		if (!isHeld()) {
			throw notHeld();
		}
	}

	@Override
	public void extend(Duration ttl) {
		ensureHeld();
		Arguments.check(ttl != null, "extend(ttl) of lock '" + key() + "': the ttl is null. Pass a duration.");
		LockRequest.of(key()).withTtl(ttl); // checks the ttl
		this.engine.commands().extend(this.hold, ttl.toNanos());
		ensureHeld();
	}

	@Override
	public void onLost(Runnable action) {
		Arguments.check(action != null, "The action on a loss of lock '" + key() + "' is null: pass a Runnable");
		this.listens = true;
		Hold.LossAction onLoss = new Hold.LossAction(this.released, action, !(action instanceof OwnLossAction));
		if (!this.hold.lane().addLossAction(this.hold, onLoss)) {
			this.engine.events().lost(this.hold, onLoss);
		}
		if (this.released.get()) {
			this.hold.forget(this.released);
		}
	}

	@Override
	public void detach() {
		if (!this.released.get() && this.detached.compareAndSet(false, true)) {
			this.hold.lane().detached(this.hold, 1);
		}
	}

	@Override
	public boolean release() {
		return end() && this.engine.releases().release(this.hold, this.type);
	}

	@Override
	public boolean releaseUnused() {
		return end() && this.engine.releases().releaseUnused(this.hold, this.type);
	}

	@Override
	public void close() {
		if (end() && !this.engine.releases().release(this.hold, this.type)) {
			throw notHeld();
		}
	}

	@Override
	public CompletionStage<Void> closeAsync() {
		if (!end()) {
			return CompletableFuture.completedStage(null);
		}
		return this.engine.releases().releaseAsync(this.hold, this.type).thenAccept((held) -> {
			if (!held) {
				throw notHeld();
			}
		});
	}

	@Override
	public Runnable beginClose() {
		if (!end()) {
			return () -> {
			};
		}
		BooleanSupplier sent = this.engine.releases().begin(this.hold, this.type);
		return () -> {
			if (!sent.getAsBoolean()) {
				throw notHeld();
			}
		};
	}

	/** Does the same as {@link #beginClose()} for a lock that protected no work. */
	BooleanSupplier beginReleaseUnused() {
		if (!end()) {
			return () -> false;
		}
		this.engine.releases().noteUnused(this.hold);
		return this.engine.releases().begin(this.hold, this.type);
	}

	@Override
	public CompletionStage<?> releaseUnusedAsync() {
		return end() ? this.engine.releases().releaseUnusedAsync(this.hold, this.type)
				: CompletableFuture.completedStage(null);
	}

	/** Notes that the application never receives this handle. */
	void neverDelivered() {
		this.hold.removeHandle(this.reference);
	}

	private boolean end() {
		boolean ends = this.released.compareAndSet(false, true);
		if (ends) {
			try {
				this.hold.removeHandle(this.reference);
			}
			finally {
				// Else the garbage collector could clear the reference before.
				Reference.reachabilityFence(this);
			}
			if (this.detached.getAndSet(true)) {
				this.hold.lane().detached(this.hold, -1);
			}
			if (this.listens) {
				// The hold of a nested handle continues, and must not keep its actions.
				this.hold.forget(this.released);
			}
		}
		return ends;
	}

	private RuntimeException notHeld() {
		LockLostException.@Nullable Reason cause = this.hold.lossCause();
		// Without a cause, another thread has released this handle since the first check.
		return (cause != null) ? new LockLostException(key(), cause) : wasReleased();
	}

	private IllegalStateException wasReleased() {
		return new IllegalStateException("The handle of lock '" + key() + "' was released: acquire the lock again");
	}

	@Override
	public String toString() {
		return "LockHandle[" + key() + ", " + (isHeld() ? "held" : "not held") + "]";
	}

	/**
	 * Creates the handles of waiters that are settled.
	 *
	 * @param commands sends the commands of handles
	 * @param releases sends their releases
	 * @param events emits events
	 * @param clock the clock
	 */
	record Factory(Commands commands, Releases releases, Events events, MonotonicClock clock) {

		/**
		 * Returns the handle of a waiter that has a hold.
		 * @param waiter a waiter that is settled
		 * @return its handle
		 * @throws LockException if it was refused
		 */
		DefaultLockHandle handle(Waiter waiter) {
			LockException refusal = waiter.refusal();
			Hold hold = waiter.hold();
			if (refusal != null) {
				this.events.notAcquired(waiter, refusal);
				throw refusal;
			}
			if (hold == null) {
				throw new IllegalStateException("Lock '" + waiter.terms().key()
						+ "' is neither granted nor refused. This is a bug in the lock library. Please report it.");
			}
			DefaultLockHandle handle = new DefaultLockHandle(hold, waiter.terms().type(), this);
			try {
				complete(handle, waiter);
				return handle;
			}
			catch (RuntimeException | Error ex) {
				handle.neverDelivered();
				throw ex;
			}
		}

		private void complete(DefaultLockHandle handle, Waiter waiter) {
			Hold hold = handle.hold;
			if (hold.waiter() == waiter) {
				this.events.acquired(hold);
			}
			else if (hold.needsExtensionFor(waiter.terms(), this.clock.nanos())) {
				handle.extend(Duration.ofNanos(waiter.terms().ttl()));
			}
			if (waiter.terms().fence() && hold.fence() == 0) {
				this.commands.fence(hold);
				handle.ensureHeld();
			}
		}

		/** Ends the hold of a waiter whose acquisition was no event for observers. */
		void takeBackUnseen(Waiter waiter) {
			Hold undelivered = waiter.hold();
			if (undelivered != null) {
				undelivered.lane().endUndelivered(undelivered, waiter.terms().type());
			}
			this.events.withdrawn(waiter);
		}

		/** Ends the hold of a waiter that never received its handle. */
		void takeBack(Waiter waiter) {
			Hold undelivered = waiter.hold();
			if (undelivered != null && undelivered.lane().endUndelivered(undelivered, waiter.terms().type())) {
				this.events.released(undelivered, false);
			}
		}

	}

}

package io.lockstarter.core;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

import io.lockstarter.LockException;
import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.store.MonotonicClock;
import io.lockstarter.store.ReleaseReply;

/** From waiters that are settled to handles, and what handles ask for then. */
final class Handles {

	private final Commands commands;

	private final MonotonicClock clock;

	private final Listeners listeners;

	private final Executor events;

	Handles(Commands commands, MonotonicClock clock, Listeners listeners, Executor events) {
		this.commands = commands;
		this.clock = clock;
		this.listeners = listeners;
		this.events = events;
	}

	MonotonicClock clock() {
		return this.clock;
	}

	/**
	 * The handle of a waiter that has a hold.
	 * @param waiter a waiter that is settled
	 * @return its handle
	 * @throws LockException if it was refused
	 */
	LockHandle handle(Waiter waiter) {
		LockException refusal = waiter.refusal();
		Hold hold = waiter.hold();
		if (refusal != null) {
			refused(waiter, refusal);
			throw refusal;
		}
		if (hold == null) {
			throw new IllegalStateException("Lock '" + waiter.terms().key() + "' is neither granted nor refused");
		}
		Handle handle = new Handle(hold, this);
		if (hold.waiter() == waiter) {
			this.listeners
				.tell((listener) -> listener.acquired(hold.terms().request(), hold.lease().token(), waited(waiter)));
		}
		else if (hold.wantsMore(waiter.terms(), this.clock.nanos())) {
			handle.extend(Duration.ofNanos(waiter.terms().ttl()));
		}
		if (waiter.terms().fence() && hold.fence() == 0) {
			this.commands.fence(hold);
			handle.ensureHeld();
		}
		return handle;
	}

	/** Takes back what a caller was granted that will never see it. */
	void takeBack(Waiter waiter) {
		Hold unseen = waiter.hold();
		if (unseen != null) {
			unseen.tenure().takeBack(unseen);
			this.listeners.tell((listener) -> listener.released(waiter.terms().request(), unseen.lease().token(),
					Duration.ofNanos(this.clock.nanos() - unseen.grantedAt()), false));
		}
	}

	void refused(Waiter waiter, LockException refusal) {
		this.listeners.tell((listener) -> listener.notAcquired(waiter.terms().request(), waited(waiter), refusal));
	}

	private Duration waited(Waiter waiter) {
		return Duration.ofNanos(this.clock.nanos() - waiter.askedAt());
	}

	void extend(Hold hold, Duration ttl) {
		Arguments.check(ttl != null, "The ttl to extend lock '" + hold.lease().key() + "' by is null: pass a duration");
		LockRequest.of(hold.lease().key()).withTtl(ttl); // refuses nonsense
		this.commands.extend(hold, ttl.toNanos());
	}

	void onLost(Hold hold, Runnable action) {
		if (!hold.tenure().addLossAction(hold, action)) {
			this.events.execute(() -> Listeners.guard(action));
		}
	}

	/** Returns {@code false} if it was lost. */
	boolean release(Hold hold) {
		this.commands.release(hold, this.listeners.isEmpty() ? Releases.NOBODY : (reply) -> tellReleased(hold, reply));
		return hold.lossCause() == null;
	}

	/** The same, without waiting for the lock server. */
	CompletionStage<Boolean> releaseAsync(Hold hold) {
		return this.commands
			.releaseAsync(hold, this.listeners.isEmpty() ? Releases.NOBODY : (reply) -> tellReleased(hold, reply))
			.thenApply((replied) -> hold.lossCause() == null);
	}

	boolean releaseUnused(Hold hold) {
		// A nested entry leaves the use to the outer ones.
		if (hold.tenure().depth(hold) == 1) {
			hold.neverUsed();
		}
		return release(hold);
	}

	private void tellReleased(Hold hold, ReleaseReply reply) {
		if (hold.lossCause() == null) {
			Duration held = Duration.ofNanos(this.clock.nanos() - hold.grantedAt());
			this.listeners.tell((listener) -> listener.released(hold.terms().request(), hold.lease().token(), held,
					reply == ReleaseReply.RELEASED));
		}
	}

}

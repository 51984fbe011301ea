package io.lockstarter.engine;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

import io.lockstarter.LockEvent;
import io.lockstarter.LockEvent.Operation;
import io.lockstarter.LockType;
import io.lockstarter.ReleaseMode;
import io.lockstarter.lane.Hold;
import io.lockstarter.lane.ReleaseStep;
import io.lockstarter.lane.Waiter;
import io.lockstarter.store.AsyncLockStore;
import io.lockstarter.store.GiveWayReply;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.MonotonicClock;
import io.lockstarter.store.QueueRequest;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import io.lockstarter.store.StoreException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends the release of a holder, and always reports its outcome to the lane.
 */
final class Releases {

	/** Used if no observer needs the reply. */
	static final Consumer<ReleaseReply> NO_CALLBACK = (reply) -> {
	};

	private static final Logger logger = LoggerFactory.getLogger(Releases.class);

	private final LockStore store;

	private final Commands commands;

	private final MonotonicClock clock;

	private final AsyncLockStore async;

	private final Executor workers;

	private final Executor results;

	private final Events events;

	private final Downgrades downgrades;

	private final ClaimHandOff handOff;

	private final LongAdder unanswered = new LongAdder();

	Releases(LockStore store, Commands commands, EngineRuntime runtime, Events events, ClaimHandOff handOff) {
		this.store = store;
		this.handOff = handOff;
		this.async = store.async(runtime.workers());
		this.commands = commands;
		this.clock = runtime.clock();
		this.workers = runtime.workers();
		this.results = runtime.results();
		this.events = events;
		this.downgrades = new Downgrades(store, runtime);
	}

	/**
	 * Ends one entry of a hold. The last entry hands the lease on, or releases it.
	 * @param hold the hold
	 * @param entry the type that the entry had asked for
	 * @return {@code false} if the hold was lost
	 */
	boolean release(Hold hold, LockType entry) {
		release(hold, entry, event(hold));
		return hold.lossCause() == null;
	}

	/** Releases a hold under which no work was done. */
	boolean releaseUnused(Hold hold, LockType entry) {
		noteUnused(hold);
		return release(hold, entry);
	}

	/**
	 * Releases a hold without waiting for the lock server, whatever its
	 * {@link ReleaseMode}. The stage completes after the reply.
	 */
	CompletionStage<Boolean> releaseAsync(Hold hold, LockType entry) {
		return releaseAsync(hold, entry, event(hold)).thenApply((replied) -> hold.lossCause() == null);
	}

	private Consumer<ReleaseReply> event(Hold hold) {
		return !this.events.isObserved(LockEvent.Released.class) ? NO_CALLBACK : (reply) -> {
			if (hold.lossCause() == null) {
				this.events.released(hold, reply == ReleaseReply.RELEASED);
			}
		};
	}

	/**
	 * Ends one entry of a hold.
	 * @param hold the hold
	 * @param then receives the reply, perhaps later and on another thread; not called if
	 * the hold has other entries or had ended before
	 */
	void release(Hold hold, Consumer<ReleaseReply> then) {
		release(hold, hold.terms().type(), then);
	}

	void release(Hold hold, LockType entry, Consumer<ReleaseReply> then) {
		perform(endEntry(hold, entry), hold, then);
	}

	/**
	 * Ends one entry of a hold. A caller that waits for a permit of the same semaphore
	 * may be next. The other types of claims have a strict order.
	 */
	private ReleaseStep endEntry(Hold hold, LockType entry) {
		long now = this.clock.nanos();
		if (entry != LockType.SEMAPHORE) {
			return hold.lane().release(hold, entry, null, now);
		}
		Waiter next = this.handOff.moveNextTo(hold, now);
		ReleaseStep step = null;
		try {
			step = hold.lane().release(hold, entry, next, now);
			return step;
		}
		finally {
			if (next != null && step != ReleaseStep.Done.HANDED_ON) {
				this.handOff.notHandedOn(next);
			}
		}
	}

	private void perform(ReleaseStep step, Hold hold, Consumer<ReleaseReply> then) {
		if (step instanceof ReleaseStep.Send send && hold.terms().release() == ReleaseMode.ASYNC) {
			var unused = sendAsync(hold, send.release(), then);
		}
		else if (step instanceof ReleaseStep.Send send) {
			then.accept(send(hold, send.release()));
		}
		else if (step instanceof ReleaseStep.GiveWay way) {
			then.accept(giveWay(hold, way));
		}
		else if (step instanceof ReleaseStep.Downgrade downgrade) {
			this.downgrades.send(hold, downgrade.notBefore(), hold.terms().release() == ReleaseMode.SYNC);
		}
		else if (step == ReleaseStep.Done.HANDED_ON) {
			then.accept(ReleaseReply.RELEASED);
		}
	}

	/**
	 * Sends a release now and waits for its reply later, so that several releases cost
	 * one round trip.
	 * @param hold the hold
	 * @param entry the type that the entry had asked for
	 * @return waits for the reply, unless the release is asynchronous. Returns
	 * {@code false} if the hold was lost
	 */
	BooleanSupplier begin(Hold hold, LockType entry) {
		Consumer<ReleaseReply> event = event(hold);
		ReleaseStep step = endEntry(hold, entry);
		if (step instanceof ReleaseStep.Send send && hold.terms().release() != ReleaseMode.ASYNC) {
			CompletionStage<ReleaseReply> reply = sendAsync(hold, send.release(), NO_CALLBACK);
			return () -> {
				event.accept(reply.toCompletableFuture().join());
				return hold.lossCause() == null;
			};
		}
		return () -> {
			perform(step, hold, event);
			return hold.lossCause() == null;
		};
	}

	/** Releases a hold under which no work was done, as {@link #releaseAsync} does. */
	CompletionStage<Boolean> releaseUnusedAsync(Hold hold, LockType entry) {
		noteUnused(hold);
		return releaseAsync(hold, entry);
	}

	/** Notes that no work was done under the lock. */
	void noteUnused(Hold hold) {
		// Outer entries may still do work under the lock.
		if (hold.lane().depth(hold) == 1) {
			hold.neverUsed();
		}
	}

	private CompletionStage<?> releaseAsync(Hold hold, LockType entry, Consumer<ReleaseReply> then) {
		ReleaseStep step = endEntry(hold, entry);
		if (step instanceof ReleaseStep.Downgrade downgrade) {
			this.downgrades.send(hold, downgrade.notBefore(), false);
		}
		if (step instanceof ReleaseStep.Send send) {
			return sendAsync(hold, send.release(), then);
		}
		if (step instanceof ReleaseStep.GiveWay way) {
			return giveWayAsync(hold, way, then);
		}
		if (step == ReleaseStep.Done.HANDED_ON) {
			then.accept(ReleaseReply.RELEASED);
		}
		return CompletableFuture.completedStage(null);
	}

	/**
	 * Gives way on a thread for results: all workers may be busy.
	 */
	private CompletionStage<?> giveWayAsync(Hold hold, ReleaseStep.GiveWay way, Consumer<ReleaseReply> then) {
		try {
			return CompletableFuture.runAsync(() -> then.accept(giveWay(hold, way)), this.results);
		}
		catch (Throwable ex) { // no thread can be started: the release is repeated later
			long now = this.clock.nanos();
			notConfirmed(hold, way.release(), ex);
			hold.lane().gaveWay(hold, way, GiveWayReply.over(ReleaseReply.FAILED), false, now, now);
			then.accept(ReleaseReply.FAILED);
			return CompletableFuture.completedStage(null);
		}
	}

	private CompletionStage<ReleaseReply> sendAsync(Hold hold, Release release, Consumer<ReleaseReply> then) {
		long epoch = this.commands.epoch();
		boolean inOrder = false;
		CompletionStage<ReleaseReply> reply;
		try {
			inOrder = this.store.sendsInOrder();
			reply = (hold.lane().claim() == null) ? this.async.release(release)
					: this.handOff.release(hold.lane(), release, this.async, inOrder);
		}
		catch (Throwable ex) {
			inOrder = false;
			reply = CompletableFuture.failedStage(ex);
		}
		if (inOrder) {
			this.unanswered.increment();
			hold.lane().releaseSent();
		}
		boolean laneContinues = inOrder;
		return reply.handle((answer, failure) -> {
			ReleaseReply known = (answer != null) ? answer : ReleaseReply.FAILED;
			boolean reconnected = this.commands.epoch() != epoch;
			try {
				if (failure != null) {
					notConfirmed(hold, release, failure);
				}
			}
			finally {
				if (laneContinues) {
					hold.lane().releaseAnswered(hold, release, known, reconnected, this.clock.nanos());
					this.unanswered.decrement();
				}
				else {
					hold.lane().released(hold, release, known, reconnected, this.clock.nanos());
				}
			}
			if (then != NO_CALLBACK) {
				// Code of the application must not run on a thread of the client.
				this.workers.execute(() -> then.accept(known));
			}
			return known;
		});
	}

	/** Returns how many releases have no reply yet although their lane has continued. */
	int unanswered() {
		return this.unanswered.intValue();
	}

	private ReleaseReply send(Hold hold, Release release) {
		long epoch = this.commands.epoch();
		ReleaseReply reply = ReleaseReply.FAILED;
		try {
			reply = Commands.uninterrupted(() -> (hold.lane().claim() == null) ? this.store.release(release)
					: this.handOff.release(hold.lane(), release, this.store));
		}
		catch (Throwable ex) {
			notConfirmed(hold, release, ex);
		}
		finally {
			hold.lane().released(hold, release, reply, this.commands.epoch() != epoch, this.clock.nanos());
		}
		return reply;
	}

	private ReleaseReply giveWay(Hold hold, ReleaseStep.GiveWay way) {
		Release release = way.release();
		long epoch = this.commands.epoch();
		long sentAt = this.clock.nanos();
		GiveWayReply reply = GiveWayReply.over(ReleaseReply.FAILED);
		try {
			QueueRequest wait = Objects.requireNonNull(hold.lane().queueRequest(way.next()),
					() -> "no queue request for lock '" + release.key() + "', although a caller waits");
			reply = Commands.uninterrupted(() -> this.store.giveWay(release.key(), release.token(),
					TimeUnit.NANOSECONDS.toMillis(way.ttl()), way.next().token(), wait));
		}
		catch (Throwable ex) {
			notConfirmed(hold, release, ex);
		}
		finally {
			hold.lane().gaveWay(hold, way, reply, this.commands.epoch() != epoch, sentAt, this.clock.nanos());
		}
		return (reply.released() != null) ? reply.released() : ReleaseReply.RELEASED;
	}

	private void notConfirmed(Hold hold, Release release, Throwable failure) {
		this.events.failed(hold.waiter(), release.token(), Operation.RELEASE,
				(failure instanceof Exception known) ? known : new IllegalStateException(failure));
		logger.warn(
				"The lock server did not confirm the release of lock '{}'. The release is sent again in the background, "
						+ "or the lock expires after its ttl: {}",
				release.key(), (failure instanceof StoreException known) ? known.reason() : failure.toString());
	}

}

package io.lockstarter.core;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

import io.lockstarter.ReleaseMode;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.MonotonicClock;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import io.lockstarter.store.Turn;
import io.lockstarter.store.Wait;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends what is to be sent when a holder leaves, and takes the outcome back to the lane,
 * whatever happens.
 */
final class Releases {

	/** Does not want to hear of a reply. */
	static final Consumer<ReleaseReply> NOBODY = (reply) -> {
	};

	private static final Logger logger = LoggerFactory.getLogger(Releases.class);

	private final LockStore store;

	private final Epochs epochs;

	private final MonotonicClock clock;

	private final Executor workers;

	private final Executor results;

	private final LongAdder unanswered = new LongAdder();

	Releases(LockStore store, Epochs epochs, MonotonicClock clock, Executor workers, Executor results) {
		this.store = store;
		this.epochs = epochs;
		this.clock = clock;
		this.workers = workers;
		this.results = results;
	}

	/**
	 * Leaves a hold. If that was the last time it was entered, the lease is handed on, or
	 * released.
	 * @param hold the hold
	 * @param then is given the reply, perhaps later and on another thread; not if the
	 * hold goes on, or was over before
	 */
	void release(Hold hold, Consumer<ReleaseReply> then) {
		Leaving leaving = hold.tenure().release(hold, this.clock.nanos());
		if (leaving instanceof Leaving.Send send && hold.terms().release() == ReleaseMode.ASYNC) {
			var unused = sendAsync(hold, send.release(), then);
		}
		else if (leaving instanceof Leaving.Send send) {
			then.accept(send(hold, send.release()));
		}
		else if (leaving instanceof Leaving.GiveWay way) {
			then.accept(giveWay(hold, way));
		}
		else if (leaving == Leaving.HANDED_ON) {
			then.accept(ReleaseReply.RELEASED);
		}
	}

	/**
	 * Leaves a hold without waiting for the lock server, whatever was asked for.
	 * @param hold the hold
	 * @param then as for {@link #release}
	 * @return completes when there is nothing to wait for any more
	 */
	CompletionStage<?> releaseAsync(Hold hold, Consumer<ReleaseReply> then) {
		Leaving leaving = hold.tenure().release(hold, this.clock.nanos());
		if (leaving instanceof Leaving.Send send) {
			return sendAsync(hold, send.release(), then);
		}
		if (leaving instanceof Leaving.GiveWay way) {
			return giveWayAsync(hold, way, then);
		}
		if (leaving == Leaving.HANDED_ON) {
			then.accept(ReleaseReply.RELEASED);
		}
		return CompletableFuture.completedStage(null);
	}

	/**
	 * Not on the workers: these discard what comes after their end, and may all be busy.
	 */
	private CompletionStage<?> giveWayAsync(Hold hold, Leaving.GiveWay way, Consumer<ReleaseReply> then) {
		try {
			return CompletableFuture.runAsync(() -> then.accept(giveWay(hold, way)), this.results);
		}
		catch (Throwable ex) { // no thread can be started: the release is repeated later
			long now = this.clock.nanos();
			unconfirmed(way.release(), ex);
			hold.tenure().gaveWay(hold, way, Turn.over(ReleaseReply.FAILED), false, now, now);
			then.accept(ReleaseReply.FAILED);
			return CompletableFuture.completedStage(null);
		}
	}

	private CompletionStage<?> sendAsync(Hold hold, Release release, Consumer<ReleaseReply> then) {
		long epoch = this.epochs.now();
		boolean inOrder = false;
		CompletionStage<ReleaseReply> reply;
		try {
			reply = this.store.releaseAsync(release, this.workers);
			inOrder = this.store.sendsInOrder();
		}
		catch (Throwable ex) {
			reply = CompletableFuture.failedStage(ex);
		}
		if (inOrder) {
			this.unanswered.increment();
			hold.tenure().sent();
		}
		boolean goesOn = inOrder;
		return reply.handle((answer, failure) -> {
			ReleaseReply known = (answer != null) ? answer : ReleaseReply.FAILED;
			boolean reconnected = this.epochs.now() != epoch;
			try {
				if (failure != null) {
					unconfirmed(release, failure);
				}
			}
			finally {
				if (goesOn) {
					hold.tenure().answered(hold, release, known, reconnected, this.clock.nanos());
					this.unanswered.decrement();
				}
				else {
					hold.tenure().released(hold, release, known, reconnected, this.clock.nanos());
				}
			}
			if (then != NOBODY) {
				// The application must not run on a thread of the client's.
				this.workers.execute(() -> then.accept(known));
			}
			return known;
		});
	}

	/** How many releases are not answered yet, whose lane does not wait for it. */
	int unanswered() {
		return this.unanswered.intValue();
	}

	private ReleaseReply send(Hold hold, Release release) {
		long epoch = this.epochs.now();
		ReleaseReply reply = ReleaseReply.FAILED;
		try {
			reply = Commands.uninterrupted(() -> this.store.release(release));
		}
		catch (Throwable ex) {
			unconfirmed(release, ex);
		}
		finally {
			hold.tenure().released(hold, release, reply, this.epochs.now() != epoch, this.clock.nanos());
		}
		return reply;
	}

	private ReleaseReply giveWay(Hold hold, Leaving.GiveWay way) {
		Release release = way.release();
		long epoch = this.epochs.now();
		long sentAt = this.clock.nanos();
		Turn turn = Turn.over(ReleaseReply.FAILED);
		try {
			Wait wait = hold.tenure().waitOf(way.next());
			turn = Commands.uninterrupted(() -> this.store.giveWay(release.key(), release.token(),
					TimeUnit.NANOSECONDS.toMillis(way.ttl()), way.next().token(), wait));
		}
		catch (Throwable ex) {
			unconfirmed(release, ex);
		}
		finally {
			hold.tenure().gaveWay(hold, way, turn, this.epochs.now() != epoch, sentAt, this.clock.nanos());
		}
		return (turn.released() != null) ? turn.released() : ReleaseReply.RELEASED;
	}

	private static void unconfirmed(Release release, Throwable failure) {
		logger.warn("Release of lock '{}' is not confirmed, it is repeated in the background: {}", release.key(),
				failure.toString());
	}

}

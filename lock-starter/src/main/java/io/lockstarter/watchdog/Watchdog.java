package io.lockstarter.watchdog;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

import io.lockstarter.store.LeaseBook;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.MonotonicClock;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import io.lockstarter.store.RenewReply;
import io.lockstarter.store.Renewal;
import io.lockstarter.store.StoreException;
import io.lockstarter.store.StoreException.Outcome;
import io.lockstarter.store.Timer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Renews the leases of an instance at a third of their ttl, all that are due in one
 * batch, and sweeps doubtful tokens. It only ever looks and delegates: the timer's thread
 * never waits for the lock server, so a loss is declared in time also when no command is
 * answered. A lease is renewed while its hold wants it; the key is never created anew.
 */
public final class Watchdog {

	private static final Logger logger = LoggerFactory.getLogger(Watchdog.class);

	private static final int BATCH = 500;

	private final LeaseBook book;

	private final LockStore store;

	private final MonotonicClock clock;

	private final Timer timer;

	private final Executor renewers;

	private final Executor sweepers;

	private volatile long nextLook = MonotonicClock.NEVER;

	private volatile long lag;

	private Runnable cancel = () -> {
	};

	/**
	 * Takes charge of a book.
	 * @param book the leases
	 * @param store where they are
	 * @param clock the clock of the book
	 * @param timer wakes the watchdog
	 * @param renewers send renewals; may reject what they cannot take
	 * @param sweepers send sweeps, which must not keep renewals waiting
	 */
	public Watchdog(LeaseBook book, LockStore store, MonotonicClock clock, Timer timer, Executor renewers,
			Executor sweepers) {
		this.book = book;
		this.store = store;
		this.clock = clock;
		this.timer = timer;
		this.renewers = renewers;
		this.sweepers = sweepers;
		book.keptBy(this::lookBy);
	}

	/**
	 * How late the last look was: what the machine's load adds to each renewal.
	 * @return the lag
	 */
	public Duration lag() {
		return Duration.ofNanos(this.lag);
	}

	private void lookBy(long time) {
		if (time < this.nextLook) {
			schedule(time);
		}
	}

	private synchronized void schedule(long time) {
		if (time < this.nextLook) {
			Runnable earlier = this.cancel;
			this.cancel = this.timer.at(time, this::look);
			this.nextLook = time;
			earlier.run();
		}
	}

	private void look() {
		long now = this.clock.nanos();
		synchronized (this) {
			this.lag = Math.max(0, now - this.nextLook);
			// What comes up from here on schedules a look of its own.
			this.nextLook = MonotonicClock.NEVER;
		}
		try {
			LeaseBook.Round due = this.book.due(now);
			lookBy(due.nextLook());
			inBatches(due.renewals(), this.renewers, this::renew, this::notRenewed);
			inBatches(due.sweeps(), this.sweepers, this::sweep, this::notSwept);
		}
		catch (RuntimeException | Error ex) {
			lookBy(MonotonicClock.plus(now, TimeUnit.MILLISECONDS.toNanos(100)));
			logger.error("The lock watchdog failed; it goes on", ex);
		}
	}

	private static <T> void inBatches(List<T> all, Executor executor, Consumer<List<T>> send,
			BiConsumer<List<T>, Exception> putOff) {
		for (int from = 0; from < all.size(); from += BATCH) {
			List<T> batch = all.subList(from, Math.min(all.size(), from + BATCH));
			try {
				executor.execute(() -> send.accept(batch));
			}
			catch (RejectedExecutionException | OutOfMemoryError ex) { // no thread to be
																		// had
				putOff.accept(batch, new RejectedExecutionException(ex));
			}
		}
	}

	private void renew(List<Renewal> batch) {
		long sentAt = this.clock.nanos();
		List<RenewReply> replies;
		try {
			replies = this.store.renew(batch);
		}
		catch (RuntimeException ex) {
			notRenewed(batch, ex);
			return;
		}
		for (int i = 0; i < batch.size(); i++) {
			Renewal renewal = batch.get(i);
			if (replies.get(i) == RenewReply.FAILED) {
				notRenewed(List.of(renewal), new StoreException(Outcome.UNKNOWN,
						"the lock server could not renew '" + renewal.lease().key() + "'", null));
			}
			else {
				this.book.renewed(renewal.lease(), replies.get(i), sentAt,
						TimeUnit.MILLISECONDS.toNanos(renewal.ttlMillis()));
			}
		}
	}

	private void notRenewed(List<Renewal> batch, Exception failure) {
		batch.forEach((renewal) -> this.book.renewalFailed(renewal.lease(), failure));
	}

	private void sweep(List<Release> batch) {
		try {
			this.book.swept(batch, this.store.releaseAll(batch));
		}
		catch (RuntimeException | Error ex) { // without an answer, it stays in flight
			notSwept(batch, ex);
		}
	}

	private void notSwept(List<Release> batch, Throwable failure) {
		logger.debug("{} doubtful tokens could not be swept; it is tried again", batch.size(), failure);
		this.book.swept(batch, Collections.nCopies(batch.size(), ReleaseReply.FAILED));
	}

}

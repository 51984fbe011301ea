package io.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import io.lockstarter.LossCause;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.MonotonicClock;
import io.lockstarter.store.Release;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The end of an instance: first the holders' own releases, then ours. */
final class Closing {

	private static final Logger logger = LoggerFactory.getLogger(Closing.class);

	private final Lanes lanes;

	private final Commands commands;

	private final LockStore store;

	private final MonotonicClock clock;

	Closing(Lanes lanes, Commands commands, LockStore store, MonotonicClock clock) {
		this.commands = commands;
		this.lanes = lanes;
		this.store = store;
		this.clock = clock;
	}

	void await(Duration limit) {
		long until = MonotonicClock.plus(this.clock.nanos(), TimeUnit.MILLISECONDS.toNanos(limit.toMillis()));
		boolean interrupted = Thread.interrupted();
		// Lanes, not holds: a release that is under way should be answered before the
		// connection closes.
		while ((this.lanes.size() > 0 || this.commands.unanswered() > 0) && this.clock.nanos() < until
				&& !interrupted) {
			LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
			interrupted = Thread.interrupted();
		}
		releaseAll();
		if (interrupted) {
			Thread.currentThread().interrupt();
		}
	}

	private void releaseAll() {
		for (Hold hold : this.lanes.holds()) {
			if (hold.tenure().revoke(hold, LossCause.SHUTDOWN, this.clock.nanos())) {
				logger.warn("Lock '{}' was still held at shutdown; it is released now", hold.lease().key());
			}
		}
		List<Release> left = this.lanes.ledger().sweepsLeft();
		if (!left.isEmpty()) {
			try {
				this.store.releaseAll(left);
			}
			catch (RuntimeException ex) {
				logger.warn("{} locks could not be released at shutdown; they end with their ttl: {}", left.size(),
						ex.getMessage());
			}
		}
	}

}

package io.lockstarter.engine;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import io.lockstarter.LockLostException;
import io.lockstarter.lane.Hold;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.MonotonicClock;
import io.lockstarter.store.Release;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shuts an instance down: waits for its holders, then releases the locks that are left.
 */
final class EngineShutdown {

	private static final Logger logger = LoggerFactory.getLogger(EngineShutdown.class);

	private final LaneRegistry lanes;

	private final Releases releases;

	private final LockStore store;

	private final MonotonicClock clock;

	EngineShutdown(LaneRegistry lanes, Releases releases, LockStore store, MonotonicClock clock) {
		this.releases = releases;
		this.lanes = lanes;
		this.store = store;
		this.clock = clock;
	}

	void await(Duration limit) {
		long until = MonotonicClock.plus(this.clock.nanos(), TimeUnit.MILLISECONDS.toNanos(limit.toMillis()));
		boolean interrupted = Thread.interrupted();
		// Wait for lanes, not for holds: a release in flight should be answered before
		// the connection closes.
		while ((this.lanes.size() > 0 || this.releases.unanswered() > 0) && this.clock.nanos() < until
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
			if (hold.lane().revoke(hold, LockLostException.Reason.SHUTDOWN, this.clock.nanos())) {
				logger.warn(
						"Lock '{}' was still held at the end of the shutdown, and is released now. If its work needs longer, "
								+ "increase distributed-lock.shutdown-timeout.",
						hold.lease().key());
			}
		}
		List<Release> left = this.lanes.sweeper().remaining();
		if (!left.isEmpty()) {
			try {
				this.store.releaseAll(left);
			}
			catch (RuntimeException ex) {
				logger.warn("{} tokens may still be in the lock server. They expire after their ttl: {}", left.size(),
						ex.getMessage());
			}
		}
	}

}

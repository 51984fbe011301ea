package io.lockstarter.simulation;

import io.lockstarter.store.Release;

/** Checks that a free key does not stay free for long while a caller waits for it. */
final class SimulationIdleness {

	private final Simulation world;

	private long occupiedUntil;

	private long waitedSince = Long.MAX_VALUE;

	private long lastEvent;

	/**
	 * The time of the last expiry. The queue ends with it, and waiters join again only
	 * later.
	 */
	private long expiredAt = Long.MIN_VALUE / 2;

	SimulationIdleness(Simulation world) {
		this.world = world;
	}

	void check() {
		long now = this.world.time.now();
		SimulatedRedis redis = this.world.server.redis;
		SimulatedLock lock = redis.live(Simulation.KEY);
		long before = this.lastEvent;
		this.lastEvent = now;
		if (lock != null) {
			this.occupiedUntil = now + lock.expiry() - redis.now();
			if (lock.token().equals(Release.TOMBSTONE)) {
				this.expiredAt = this.occupiedUntil; // it will expire then
			}
		}
		else {
			// It expired, or was released just now.
			this.occupiedUntil = Math.min(this.occupiedUntil, Math.max(before, Math.min(this.occupiedUntil, now)));
		}
		this.expiredAt = Math.max(this.expiredAt, redis.expiredAt);
		if (!isWaitedFor()) {
			this.waitedSince = Long.MAX_VALUE;
			return;
		}
		this.waitedSince = Math.min(this.waitedSince, now);
		long idleSince = Math.max(Math.max(this.waitedSince, this.world.plan.faultsEndAt), this.occupiedUntil);
		if (lock == null && now - idleSince > bound()) {
			this.world.trace.promise(false, "a free key is soon taken by a waiter",
					(now - idleSince) / 1_000_000 + " ms");
		}
	}

	private boolean isWaitedFor() {
		for (SimulatedCaller caller : this.world.callers()) {
			if (caller.waits() && !isBehindEndedHold(caller)) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Returns whether another caller of the instance holds the lock, and does not know
	 * that its key is gone.
	 */
	private boolean isBehindEndedHold(SimulatedCaller caller) {
		for (SimulatedCaller other : this.world.callers()) {
			if (other.instance == caller.instance && (other.isExposed() || this.world.promises.disturbed())
					&& other.holdsValidly()) {
				return true;
			}
		}
		return false;
	}

	private long bound() {
		SimulationPlan plan = this.world.plan;
		long reasonable = SimulationPlan.LONGEST_BACKOFF + SimulationPlan.millis(60) + 16 * plan.latency;
		// A lost wake-up costs the longest sleep, and the reply before it may be lost
		// too.
		boolean expired = this.world.time.now() - this.expiredAt < 2 * plan.settings.longestSleep().toNanos();
		return (plan.withoutFaults && !expired) ? reasonable
				: plan.settings.longestSleep().toNanos() + 2 * SimulationPlan.TIME_OUT + reasonable;
	}

}

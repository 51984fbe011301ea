package io.lockstarter.core;

import io.lockstarter.store.Release;

/** A key that is free does not stay so for long while somebody waits for it. */
final class SimulationIdleness {

	private final Simulation world;

	private long occupiedUntil;

	private long waitedSince = Long.MAX_VALUE;

	private long lastEvent;

	/** When the key last expired: the queue goes with it, and comes back by and by. */
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
				this.expiredAt = this.occupiedUntil; // for it will
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
		long idleSince = Math.max(Math.max(this.waitedSince, this.world.plan.calmFrom), this.occupiedUntil);
		if (lock == null && now - idleSince > bound()) {
			this.world.trace.promise(false, "a free key is taken soon by those who wait",
					(now - idleSince) / 1_000_000 + " ms");
		}
	}

	private boolean isWaitedFor() {
		for (SimulatedCaller caller : this.world.callers()) {
			if (caller.waits() && !isBehindOneWhoDoesNotKnow(caller)) {
				return true;
			}
		}
		return false;
	}

	/** That somebody else has ended its lock, or the server forgot it. */
	private boolean isBehindOneWhoDoesNotKnow(SimulatedCaller caller) {
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
		// What was lost costs the longest sleep, and the reply before it may have been.
		boolean expired = this.world.time.now() - this.expiredAt < 2 * plan.settings.longestSleep().toNanos();
		return (plan.gentle && !expired) ? reasonable
				: plan.settings.longestSleep().toNanos() + 2 * SimulationPlan.TIME_OUT + reasonable;
	}

}

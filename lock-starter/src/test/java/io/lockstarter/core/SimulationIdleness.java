package io.lockstarter.core;

import java.util.Optional;

import io.lockstarter.store.Holder;
import io.lockstarter.store.Release;

/** A key that is free does not stay so for long while somebody waits for it. */
final class SimulationIdleness {

	private final Simulation world;

	private long occupiedUntil;

	private long waitedSince = Long.MAX_VALUE;

	private long lastEvent;

	/** Nobody is called when a key expires. */
	/** When the key last expired: the queue goes with it, and comes back by and by. */
	private long expiredAt = Long.MIN_VALUE / 2;

	SimulationIdleness(Simulation world) {
		this.world = world;
	}

	void check() {
		long now = this.world.time.now();
		Optional<Holder> holder = this.world.holder();
		long before = this.lastEvent;
		this.lastEvent = now;
		if (holder.isPresent()) {
			this.occupiedUntil = now + SimulationPlan.millis(holder.get().remainingMillis());
			if (holder.get().token().equals(Release.TOMBSTONE)) {
				this.expiredAt = this.occupiedUntil; // for it will
			}
		}
		else {
			if (before < this.occupiedUntil && now >= this.occupiedUntil) {
				this.expiredAt = this.occupiedUntil;
			}
			// It expired, or was released just now.
			this.occupiedUntil = Math.min(this.occupiedUntil, Math.max(before, Math.min(this.occupiedUntil, now)));
		}
		if (this.world.callers().stream().noneMatch(this::couldHaveIt)) {
			this.waitedSince = Long.MAX_VALUE;
			return;
		}
		this.waitedSince = Math.min(this.waitedSince, now);
		long idleSince = Math.max(Math.max(this.waitedSince, this.world.plan.calmFrom), this.occupiedUntil);
		if (holder.isEmpty()) {
			this.world.trace.promise(now - idleSince <= bound(), "a free key is taken soon by those who wait",
					(now - idleSince) / 1_000_000 + " ms");
		}
	}

	/** Not behind one who does not know yet that somebody else has ended its lock. */
	private boolean couldHaveIt(SimulatedCaller caller) {
		return caller.waits() && this.world.callers()
			.stream()
			.noneMatch((other) -> other.instance == caller.instance && other.holdsValidly() && other.isExposed());
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

package io.lockstarter.core;

import java.util.HashMap;
import java.util.Map;

import io.lockstarter.store.ReleaseReply;
import org.jspecify.annotations.Nullable;

/** What is promised, looked at after each event of a schedule. */
final class SimulationPromises {

	private final Simulation world;

	private final SimulationTrace trace;

	private final SimulationIdleness idleness;

	/** Since when a hold that says that it is valid has had no key. */
	private final Map<Hold, Long> goneSince = new HashMap<>();

	/** Since when a token stands in the queue of whose instance nobody waits. */
	private final Map<SimulatedInstance, Long> unknownSince = new HashMap<>();

	private boolean disturbed;

	private boolean outlives;

	private boolean counted;

	private long highestFence;

	private @Nullable HeldLease lastLease;

	SimulationPromises(Simulation world) {
		this.world = world;
		this.trace = world.trace;
		this.idleness = new SimulationIdleness(world);
	}

	/** From here on exclusion is not promised. */
	void disturb() {
		this.disturbed = true;
	}

	/** What is in the server may stay for longer than its ttl by any other clock. */
	void outlive() {
		this.outlives = true;
	}

	boolean disturbed() {
		return this.disturbed;
	}

	/** A caller has an answer. */
	void settled(SimulatedCaller caller, Waiter waiter) {
		long limit = waiter.terms().triesOnce() ? waiter.askedAt() + 3 * SimulationPlan.TIME_OUT : waiter.deadline();
		long slack = SimulationPlan.TIME_OUT + SimulationPlan.millis(30);
		boolean bounded = limit < Long.MAX_VALUE - slack && caller.instance.pausedUntil() == 0;
		this.trace.promise(!bounded || caller.instance.nanos() <= limit + slack, "P5: waiting is bounded", caller);
	}

	/** A caller has a hold. */
	void granted(SimulatedCaller caller, Hold hold) {
		this.world.server.granted(caller.instance);
		if (hold.lease() == this.lastLease) {
			this.trace.count(SimulationKind.HAND_ON);
		}
		this.lastLease = hold.lease();
		this.trace.promise(caller.instance.nanos() < hold.deadline(), "K: what is granted is valid", caller);
		if (hold.terms().fence() && !this.disturbed) {
			this.trace.promise(hold.fence() > this.highestFence, "P9: fencing numbers only go up", hold.fence());
			this.highestFence = hold.fence();
		}
		for (SimulatedCaller other : this.world.callers()) {
			boolean earlier = other != caller && other.instance == caller.instance && other.waits()
					&& other.askedAs < caller.askedAs;
			this.trace.promise(!earlier, "first come, first served in an instance", other);
		}
	}

	/** A release was answered. */
	void released(SimulatedCaller caller, Hold hold, ReleaseReply reply, boolean reconnected) {
		boolean told = hold.lossCause() != null && this.world.plan.flaw != SimulationFlaw.LOSS_IS_NOT_TOLD;
		boolean lost = reply == ReleaseReply.NOT_MINE && !reconnected
				&& caller.instance.nanos() < hold.lease().deadline();
		this.trace.promise(told || !lost, "P4: whoever has lost it is told", caller);
		if (hold.lossCause() != null) {
			this.trace.count(SimulationKind.LOSS);
		}
	}

	/** After each event; whether to go on. */
	boolean check() {
		String token = this.world.server.redis.token(Simulation.KEY);
		SimulatedCaller valid = null;
		for (SimulatedCaller caller : this.world.callers()) {
			Hold hold = caller.hold();
			if (hold != null && caller.holdsValidly() && !isEnded(caller, hold)) {
				boolean has = hold.lease().token().equals(token);
				if (this.disturbed) {
					unpromised(caller, hold, valid, has);
				}
				else if (valid != null) {
					this.trace.promise(false, "P1: one hold at a time", caller + ", " + valid);
				}
				else {
					this.trace.promise(has, "P1: whoever holds has the key", caller);
				}
				valid = caller;
			}
		}
		SimulatedLock lock = this.world.server.redis.live(Simulation.KEY);
		this.trace.promise(lock == null || lock.expiry() < Long.MAX_VALUE, "P3: every key expires", token);
		if (lock != null && this.world.plan.gentle) {
			checkQueue(lock);
		}
		this.idleness.check();
		return this.trace.kept();
	}

	/** Without faults an entry of the queue belongs to somebody who waits. */
	private void checkQueue(SimulatedLock lock) {
		long now = this.world.time.now();
		for (SimulatedInstance instance : this.world.instances()) {
			boolean knows = instance.lanes.size() > 0 || instance.lanes.ledger().doubts() > 0;
			boolean queued = lock.queue().stream().anyMatch((entry) -> entry.instance().equals(instance.name()));
			if (knows || !queued) {
				this.unknownSince.remove(instance);
			}
			else {
				long since = this.unknownSince.computeIfAbsent(instance, (ignored) -> now);
				this.trace.promise(now - since < SimulationPlan.millis(100), "P7: no token stays in the queue",
						instance);
			}
		}
	}

	private boolean isEnded(SimulatedCaller caller, Hold hold) {
		return caller.isExposed() && this.world.server.endedByToken(hold.lease().token());
	}

	/** There may be two, but not for long. */
	private void unpromised(SimulatedCaller caller, Hold hold, @Nullable SimulatedCaller other, boolean has) {
		if (other != null && !this.counted) {
			this.counted = true;
			this.trace.count(SimulationKind.NO_EXCLUSION);
		}
		long now = caller.instance.nanos();
		if (has) {
			this.goneSince.remove(hold);
		}
		else {
			long since = this.goneSince.computeIfAbsent(hold, (ignored) -> now);
			this.trace.promise(now - since <= hold.lease().longestTtl(), "P4: a loss is told within a ttl", caller);
		}
	}

	void atTheEnd() {
		SimulationPlan plan = this.world.plan;
		this.world.callers().forEach((caller) -> this.trace.promise(caller.isDone(), "everybody is served", caller));
		String left = this.world.server.redis.token(Simulation.KEY);
		for (SimulatedInstance instance : this.world.instances()) {
			if (!instance.isCrashed()) {
				this.trace.promise(instance.lanes.size() == 0, "P8: no lane stays", instance);
				this.trace.promise(instance.lanes.ledger().doubts() == 0, "P8: no doubt stays", instance);
				this.trace.promise(left == null || this.outlives || !instance.lanes.isOurs(left), "P7: no token stays",
						left);
			}
		}
		if (plan.gentle) {
			SimulatedServer server = this.world.server;
			this.trace.promise(server.mostOvertaken <= 4 * plan.instances, "E: nobody is overtaken without bound",
					server.mostOvertaken);
			int inARow = 1 + plan.settings.handOff().maxConsecutive();
			this.trace.promise(server.mostGrantsWhileWaiting <= 4 * plan.instances * inARow,
					"E: nobody waits for hand-offs without bound", server.mostGrantsWhileWaiting);
		}
	}

}

package io.lockstarter.simulation;

import java.util.HashMap;
import java.util.Map;

import io.lockstarter.lane.HeldLease;
import io.lockstarter.lane.Hold;
import io.lockstarter.lane.Waiter;
import io.lockstarter.store.ReleaseReply;
import org.jspecify.annotations.Nullable;

/** Checks the promises after each event of a schedule. */
final class SimulationPromises {

	private final Simulation world;

	private final SimulationTrace trace;

	private final SimulationIdleness idleness;

	final ClaimPromises claims;

	/** The time since which a hold that counts as valid has had no key. */
	private final Map<Hold, Long> goneSince = new HashMap<>();

	/** The time since which an instance has had a token in the queue without a waiter. */
	private final Map<SimulatedInstance, Long> unknownSince = new HashMap<>();

	/** The time at which the head of an instance's queue last took the lease. */
	private final Map<SimulatedInstance, Long> tookInTurn = new HashMap<>();

	private boolean disturbed;

	private boolean outlives;

	private boolean counted;

	private long highestFence;

	private @Nullable HeldLease lastLease;

	SimulationPromises(Simulation world) {
		this.world = world;
		this.trace = world.trace;
		this.idleness = new SimulationIdleness(world);
		this.claims = new ClaimPromises(world);
	}

	/** Notes that exclusion is not promised from now on. */
	void disturb() {
		this.disturbed = true;
	}

	/** Notes that keys may outlive their ttl by other clocks. */
	void outlive() {
		this.outlives = true;
	}

	boolean disturbed() {
		return this.disturbed;
	}

	/** Checks a caller that has acquired the lock or was refused. */
	void settled(SimulatedCaller caller, Waiter waiter) {
		long limit = waiter.terms().triesOnce() ? waiter.askedAt() + 3 * SimulationPlan.TIME_OUT : waiter.deadline();
		long slack = SimulationPlan.TIME_OUT + SimulationPlan.millis(30);
		boolean bounded = limit < Long.MAX_VALUE - slack && caller.instance.pausedUntil() == 0;
		this.trace.promise(!bounded || caller.instance.nanos() <= limit + slack, "P5: waiting is bounded", caller);
	}

	void tookInTurn(SimulatedCaller caller) {
		this.tookInTurn.put(caller.instance, caller.instance.nanos());
	}

	/** Checks a caller that has taken an offered lease before the waiting callers. */
	void tookOutOfTurn(SimulatedCaller caller) {
		this.trace.count(SimulationKind.OUT_OF_TURN);
		long end = this.tookInTurn.getOrDefault(caller.instance, 0L) + this.world.plan.slice.toNanos();
		this.trace.promise(caller.instance.nanos() < end, "E: the lease is taken out of turn only in a slice", caller);
	}

	/** Checks a caller that has acquired the lock. */
	void granted(SimulatedCaller caller, Hold hold) {
		this.world.server.granted(caller.instance);
		if (!caller.isOutOfTurn()) {
			servesInOrder(caller);
		}
		if (this.world.plan.flaw.claims != null) {
			this.claims.granted(caller, hold);
		}
		else if (hold.lease() == this.lastLease) {
			this.trace.count(SimulationKind.HAND_ON);
		}
		this.lastLease = hold.lease();
		// A future may be completed long after the grant, since the instance may pause.
		this.trace.promise(caller instanceof AsyncCaller || caller.instance.nanos() < hold.deadline(),
				"K: a granted hold is valid", caller);
		if (hold.terms().fence() && !this.disturbed) {
			this.trace.promise(hold.fence() > this.highestFence, "P9: fencing numbers only rise", hold.fence());
			this.highestFence = hold.fence();
		}
	}

	private void servesInOrder(SimulatedCaller caller) {
		if (this.world.plan.flaw.claims != null) {
			return; // each caller queues by itself
		}
		for (SimulatedCaller other : this.world.callers()) {
			boolean earlier = other != caller && other.instance == caller.instance && other.waits()
					&& other.askedAs < caller.askedAs;
			this.trace.promise(!earlier, "first come, first served in an instance", other);
		}
	}

	/** Checks the reply to a release. */
	void released(SimulatedCaller caller, Hold hold, ReleaseReply reply, boolean reconnected) {
		boolean reported = hold.lossCause() != null && this.world.plan.flaw != SimulationFlaw.LOSS_IS_NOT_REPORTED;
		boolean lost = reply == ReleaseReply.NOT_MINE && !reconnected
				&& caller.instance.nanos() < hold.lease().deadline();
		this.trace.promise(reported || !lost, "P4: a loss is reported to the holder", caller);
		if (hold.lossCause() != null) {
			this.trace.count(SimulationKind.LOSS);
		}
	}

	/** Checks the promises after an event. Returns whether to continue. */
	boolean check() {
		if (this.world.plan.flaw.claims != null) {
			this.claims.check();
			return this.trace.kept();
		}
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
					this.trace.promise(has, "P1: the holder has the key", caller);
				}
				valid = caller;
			}
		}
		SimulatedLock lock = this.world.server.redis.live(Simulation.KEY);
		this.trace.promise(lock == null || lock.expiry() < Long.MAX_VALUE, "P3: every key expires", token);
		if (lock != null && this.world.plan.withoutFaults) {
			checkQueue(lock);
		}
		this.idleness.check();
		return this.trace.kept();
	}

	/**
	 * Checks that each entry of the queue belongs to a waiter, in schedules without
	 * faults.
	 */
	private void checkQueue(SimulatedLock lock) {
		long now = this.world.time.now();
		for (SimulatedInstance instance : this.world.instances()) {
			boolean knows = instance.engine.lanes() > 0 || instance.engine.unconfirmedTokens() > 0;
			boolean queued = lock.queue().stream().anyMatch((entry) -> entry.instance().equals(instance.name()));
			if (knows || !queued) {
				this.unknownSince.remove(instance);
			}
			else {
				long since = this.unknownSince.computeIfAbsent(instance, (ignored) -> now);
				this.trace.promise(now - since < SimulationPlan.millis(100), "P7: no token is left in the queue",
						instance);
			}
		}
	}

	private boolean isEnded(SimulatedCaller caller, Hold hold) {
		return caller.isExposed() && this.world.server.endedByToken(hold.lease().token());
	}

	/** Checks that two holders at once, which are allowed here, do not last long. */
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
			this.trace.promise(now - since <= hold.lease().sent().longestTtl(), "P4: a loss is reported within a ttl",
					caller);
		}
	}

	void atTheEnd() {
		SimulationPlan plan = this.world.plan;
		this.world.callers().forEach((caller) -> this.trace.promise(caller.isDone(), "all callers are served", caller));
		String left = this.world.server.redis.token(Simulation.KEY);
		if (plan.flaw.claims != null) {
			left = this.claims.left();
		}
		for (SimulatedInstance instance : this.world.instances()) {
			if (!instance.isCrashed()) {
				this.trace.promise(instance.engine.lanes() == 0, "P8: no lane is left", instance);
				this.trace.promise(instance.engine.unconfirmedTokens() == 0, "P8: no unconfirmed token is left",
						instance);
				this.trace.promise(left == null || this.outlives || !instance.engine.isOurs(left),
						"P7: no token is left", left);
			}
		}
		if (plan.withoutFaults && plan.flaw.claims == null) {
			SimulatedServer server = this.world.server;
			this.trace.promise(server.maxOvertaken <= 4 * plan.instances, "E: overtaking is bounded",
					server.maxOvertaken);
			int inARow = 1 + plan.settings.handOff().maxConsecutive();
			this.trace.promise(server.maxGrantsWhileWaiting <= 4 * plan.instances * inARow,
					"E: hand-offs while others wait are bounded", server.maxGrantsWhileWaiting);
		}
	}

}

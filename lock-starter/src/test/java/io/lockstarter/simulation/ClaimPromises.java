package io.lockstarter.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import io.lockstarter.LockType;
import io.lockstarter.lane.HeldLease;
import io.lockstarter.lane.Hold;
import io.lockstarter.simulation.SimulatedClaims.Held;
import io.lockstarter.store.Claim;
import org.jspecify.annotations.Nullable;

/** Checks the promises of fair, read/write and semaphore locks after each event. */
final class ClaimPromises {

	private final Simulation world;

	private final SimulationTrace trace;

	private final Map<Hold, Long> goneSince = new HashMap<>();

	/** The time at which the first hold of each lease began. */
	private final Map<HeldLease, Long> firstHolds = new HashMap<>();

	/** The time at which the work under the last hold of each lease has ended. */
	private final Map<HeldLease, Long> lastEnds = new HashMap<>();

	/** The time since which a waiter that fits has waited for a key. */
	private long idleSince = Long.MAX_VALUE;

	ClaimPromises(Simulation world) {
		this.world = world;
		this.trace = world.trace;
	}

	/** Checks that a lease is handed on only for a short time after its first hold. */
	void granted(SimulatedCaller caller, Hold hold) {
		Long first = this.firstHolds.putIfAbsent(hold.lease(), hold.grantedAt());
		if (first != null) {
			this.trace.count(SimulationKind.HAND_ON);
			this.trace.promise(hold.terms().type() == LockType.SEMAPHORE, "E: only semaphores are handed on", caller);
			long limit = first + this.world.plan.longestTurn.toNanos();
			boolean within = this.lastEnds.getOrDefault(hold.lease(), first) <= limit;
			this.trace.promise(!this.world.plan.withoutFaults || within, "E: a claim is handed on for a limited time",
					caller);
		}
	}

	/** Notes that the work under a hold has ended. */
	void ended(SimulatedCaller caller, Hold hold) {
		this.lastEnds.put(hold.lease(), caller.instance.nanos());
	}

	void check() {
		SimulatedClaims claims = this.world.server.redis.claims;
		claims.prune();
		List<SimulatedCaller> valid = new ArrayList<>();
		for (SimulatedCaller caller : this.world.callers()) {
			Hold hold = caller.hold();
			if (hold != null && caller.holdsValidly() && !isEnded(caller, hold)) {
				boolean has = claims.holders.containsKey(hold.lease().token());
				if (this.world.promises.disturbed()) {
					isReported(caller, hold, has);
				}
				else {
					this.trace.promise(has, "P1: the holder has the key", caller);
					valid.forEach((other) -> this.trace.promise(share(caller, other),
							"P1: holders share the key only in compatible modes", caller + ", " + other));
				}
				valid.add(caller);
			}
		}
		checkPermits(valid);
		checkKept(valid);
		checkIdleness(claims);
	}

	private static boolean share(SimulatedCaller one, SimulatedCaller other) {
		LockType type = Objects.requireNonNull(one.holdsAs);
		return type == LockType.SEMAPHORE || (type == LockType.READ && other.holdsAs == LockType.READ);
	}

	private void checkPermits(List<SimulatedCaller> valid) {
		if (this.world.plan.flaw.claims == LockType.SEMAPHORE && !this.world.promises.disturbed()) {
			this.trace.promise(valid.size() <= 3, "P1: a semaphore has no more holders than permits", valid.size());
		}
	}

	/** Checks that nobody holds the lock in a mode that a kept hold excludes. */
	private void checkKept(List<SimulatedCaller> valid) {
		SimulatedRedis redis = this.world.server.redis;
		redis.kept.removeIf((kept) -> kept.expiry() < redis.now());
		if (this.world.promises.disturbed()) {
			return;
		}
		for (Held kept : redis.kept) {
			for (SimulatedCaller caller : valid) {
				boolean shares = kept.type() == LockType.SEMAPHORE
						|| (kept.type() == LockType.READ && caller.holdsAs == LockType.READ);
				this.trace.promise(shares, "M: a lock is kept for its minimum hold", caller);
			}
		}
	}

	/** Checks that a waiter at the head of the queue is not forgotten. */
	private void checkIdleness(SimulatedClaims claims) {
		long now = this.world.time.now();
		boolean waits = this.world.callers().stream().anyMatch(SimulatedCaller::waits);
		if (!waits || !claims.holders.isEmpty() || now < this.world.plan.faultsEndAt) {
			this.idleSince = Long.MAX_VALUE;
			return;
		}
		this.idleSince = Math.min(this.idleSince, now);
		SimulationPlan plan = this.world.plan;
		// Dead waiters may be ahead, and each costs the longest time of a queue entry.
		long bound = 4 * plan.settings.longestSleep().toNanos() + 4 * SimulationPlan.TIME_OUT;
		this.trace.promise(now - this.idleSince <= bound, "a free key is soon taken by a waiter",
				(now - this.idleSince) / 1_000_000 + " ms");
	}

	private boolean isEnded(SimulatedCaller caller, Hold hold) {
		return caller.isExposed() && this.world.server.endedByToken(hold.lease().token());
	}

	private void isReported(SimulatedCaller caller, Hold hold, boolean has) {
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

	/** Returns a token that is left at the end. */
	@Nullable String left() {
		SimulatedClaims claims = this.world.server.redis.claims;
		claims.prune();
		return claims.holders.keySet()
			.stream()
			.filter((token) -> Claim.isIn(token) && !token.startsWith("~"))
			.findFirst()
			.orElse(null);
	}

}

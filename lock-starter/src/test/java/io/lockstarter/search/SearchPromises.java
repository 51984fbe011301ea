package io.lockstarter.search;

import java.util.ArrayList;
import java.util.List;

import io.lockstarter.LockType;
import io.lockstarter.lane.Hold;
import io.lockstarter.simulation.SimulatedClaims;
import io.lockstarter.simulation.SimulatedLock;
import io.lockstarter.simulation.Simulation;
import io.lockstarter.simulation.SimulationTrace;

/** Checks the promises in every state. */
final class SearchPromises {

	private final SearchWorld world;

	private final SimulationTrace trace;

	private long lastFence;

	private long highestFence;

	SearchPromises(SearchWorld world) {
		this.world = world;
		this.trace = world.trace;
	}

	long fence(String key, String token, long ttl, int count) {
		long first = this.world.redis.fence(key, token, ttl, count);
		if (first > 0) {
			this.trace.promise(first > this.lastFence, "P9: fencing numbers only rise", first);
			this.lastFence = first + count - 1;
		}
		return first;
	}

	void granted(SearchCaller caller, Hold hold) {
		this.world.granted();
		this.trace.promise(this.world.now() < hold.deadline(), "K: a granted hold is valid", caller);
		if (hold.terms().fence()) {
			this.trace.promise(hold.fence() > this.highestFence, "P9: later holds have higher numbers", caller);
			this.highestFence = hold.fence();
		}
	}

	void check() {
		if (this.world.plan.flaw().claims != null) {
			checkClaims();
			return;
		}
		String token = this.world.redis.token(Simulation.KEY);
		SearchCaller valid = null;
		for (SearchClient client : this.world.clients) {
			for (SearchCaller caller : client.callers) {
				Hold hold = caller.hold;
				if (hold != null && caller.holdsValidly()) {
					this.trace.promise(valid == null, "P1: one hold at a time", caller);
					this.trace.promise(hold.lease().token().equals(token), "P1: the holder has the key", caller);
					valid = caller;
				}
			}
		}
		SimulatedLock lock = this.world.redis.live(Simulation.KEY);
		this.trace.promise(lock == null || lock.expiry() < Long.MAX_VALUE, "P3: every key expires", token);
	}

	private void checkClaims() {
		SimulatedClaims claims = this.world.redis.claims;
		claims.prune();
		List<LockType> valid = new ArrayList<>();
		for (SearchClient client : this.world.clients) {
			for (SearchCaller caller : client.callers) {
				Hold hold = caller.hold;
				if (hold != null && caller.holdsValidly()) {
					this.trace.promise(claims.holders.containsKey(hold.lease().token()), "P1: the holder has the key",
							caller);
					valid.add(hold.terms().type());
				}
			}
		}
		boolean shared = valid.stream().allMatch((type) -> type == LockType.READ);
		this.trace.promise(shared || valid.size() <= SearchCaller.PERMITS, "P1: one hold at a time", valid);
	}

	/** Checks the promises when no action is left. */
	void atRest() {
		String left = this.world.redis.token(Simulation.KEY);
		for (SearchClient client : this.world.clients) {
			if (!client.isCrashed()) {
				client.callers
					.forEach((caller) -> this.trace.promise(!caller.isBusy(), "all callers are served", caller));
				this.trace.promise(client.engine.lanes() == 0, "P8: no lane is left", client);
				this.trace.promise(client.engine.unconfirmedTokens() == 0, "P8: no unconfirmed token is left", client);
				this.trace.promise(left == null || !client.engine.isOurs(left), "P7: no token is left", left);
				SimulatedLock lock = this.world.redis.live(Simulation.KEY);
				this.trace.promise(
						lock == null || lock.queue().stream().noneMatch((entry) -> client.engine.isOurs(entry.token())),
						"P7: no token is left in the queue", client);
				this.trace.promise(this.world.redis.claims.tokens().noneMatch((token) -> client.engine.isOurs(token)),
						"P7: no claim is left", client);
			}
		}
	}

}

package io.lockstarter.core;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ObjLongConsumer;
import java.util.function.Supplier;

import io.lockstarter.store.Contention;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import io.lockstarter.store.Turn;
import io.lockstarter.store.Wait;
import io.lockstarter.store.WakeUps;
import org.jspecify.annotations.Nullable;

/** The lock server and what it sees: who waits, who overtakes, how many are called. */
final class SimulatedServer {

	final SimulatedRedis redis;

	private final SimulationTrace trace;

	/** Who stands in the queue, and how often others came first since. */
	private final Map<SimulatedInstance, Integer> overtaken = new HashMap<>();

	/** The same, counting each caller who came first. */
	private final Map<SimulatedInstance, Integer> grantsWhileWaiting = new HashMap<>();

	private final Set<String> ended = new HashSet<>();

	private final Set<String> gaveWay = new HashSet<>();

	private int calls;

	/** How many the current command releases. */
	private int released;

	private @Nullable SimulatedInstance called;

	private long lastFence;

	int mostOvertaken;

	int mostGrantsWhileWaiting;

	SimulatedServer(SimulatedRedis redis, SimulationTrace trace) {
		this.redis = redis;
		this.trace = trace;
	}

	/** Applies one command. */
	<T> T apply(Supplier<T> command) {
		this.calls = 0;
		this.released = 1;
		this.called = null;
		T reply = command.get();
		this.trace.promise(this.calls <= this.released, "P6: a release calls at the most one instance", this.calls);
		return reply;
	}

	Runnable listen(SimulatedInstance instance, ObjLongConsumer<String> onGranted) {
		return this.redis.listen(instance.name(), new WakeUps() {

			@Override
			public void listening() {
			}

			@Override
			public void deaf() {
			}

			@Override
			public void granted(String key, String token, long ticket) {
				SimulatedServer.this.calls++;
				SimulatedServer.this.called = instance;
				won(instance);
				onGranted.accept(token, ticket);
			}

		}, (task) -> {
		});
	}

	boolean acquire(String key, String token, long ttl) {
		boolean won = this.redis.acquire(key, token, ttl);
		if (won) {
			// It was free, so nobody stood in the queue: it had gone with an expiry.
			this.overtaken.clear();
		}
		return won;
	}

	Contention contend(SimulatedInstance by, String key, String token, long ttl, @Nullable Wait wait) {
		boolean free = this.redis.token(key) == null;
		Contention outcome = this.redis.contend(key, token, ttl, wait);
		if (free) {
			this.overtaken.clear();
		}
		else if (outcome.holder() == null) {
			won(by);
		}
		else if (outcome.queued()) {
			this.overtaken.putIfAbsent(by, 0);
		}
		return outcome;
	}

	long fence(String key, String token, long ttl, int count) {
		long first = this.redis.fence(key, token, ttl, count);
		if (first > 0) {
			this.trace.promise(first > this.lastFence, "P9: fencing numbers only go up, also those that nobody gets",
					first);
			this.lastFence = first + count - 1;
		}
		return first;
	}

	Turn giveWay(SimulatedInstance by, String key, String token, long ttl, String next, Wait wait) {
		Turn turn = this.redis.giveWay(key, token, ttl, next, wait);
		if (turn.queued()) {
			this.overtaken.put(by, 0);
		}
		if (this.called != null && this.called != by) {
			this.gaveWay.add(token);
		}
		return turn;
	}

	/** Whether an instance was called when this token gave way. */
	boolean hasCalledAnother(String token) {
		return this.gaveWay.contains(token);
	}

	/** Whoever has nobody that waits takes its token out of the queue. */
	List<ReleaseReply> sweep(SimulatedInstance by, List<Release> batch) {
		this.overtaken.remove(by);
		this.released = batch.size();
		return this.redis.releaseAll(batch);
	}

	/** An instance has had the key for one of its callers. */
	void granted(SimulatedInstance to) {
		this.grantsWhileWaiting.keySet().retainAll(this.overtaken.keySet());
		this.overtaken.keySet().forEach((waiting) -> this.grantsWhileWaiting.merge(waiting, 1, Integer::sum));
		this.grantsWhileWaiting.remove(to);
		this.grantsWhileWaiting.values()
			.forEach((times) -> this.mostGrantsWhileWaiting = Math.max(this.mostGrantsWhileWaiting, times));
	}

	private void won(SimulatedInstance by) {
		this.overtaken.remove(by);
		this.overtaken.replaceAll((instance, times) -> times + 1);
		this.overtaken.values().forEach((times) -> this.mostOvertaken = Math.max(this.mostOvertaken, times));
	}

	/** Somebody who was handed a token ends its lock. */
	void releaseByToken(String key, String token) {
		this.ended.add(token);
		apply(() -> this.redis.release(new Release(key, token, 0)));
	}

	boolean endedByToken(String token) {
		return this.ended.contains(token);
	}

}

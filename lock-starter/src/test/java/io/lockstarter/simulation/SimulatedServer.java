package io.lockstarter.simulation;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

import io.lockstarter.store.Contention;
import io.lockstarter.store.GiveWayReply;
import io.lockstarter.store.QueueRequest;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import io.lockstarter.store.WakeUps;
import org.jspecify.annotations.Nullable;

/**
 * Applies commands to the model, and records which instances wait, overtake and are
 * woken.
 */
final class SimulatedServer {

	final SimulatedRedis redis;

	private final SimulationTrace trace;

	/** The instances in the queue, and how often each was overtaken since. */
	private final Map<SimulatedInstance, Integer> overtaken = new HashMap<>();

	/** The instances in the queue, and how many callers acquired the lock before each. */
	private final Map<SimulatedInstance, Integer> grantsWhileWaiting = new HashMap<>();

	private final Set<String> ended = new HashSet<>();

	private final Set<String> gaveWay = new HashSet<>();

	private int calls;

	/** The number of locks that the current command releases. */
	private int released;

	private @Nullable SimulatedInstance called;

	private long lastFence;

	int maxOvertaken;

	int maxGrantsWhileWaiting;

	SimulatedServer(SimulatedRedis redis, SimulationTrace trace) {
		this.redis = redis;
		this.trace = trace;
		redis.brokenClaims = (promise, context) -> trace.promise(false, promise, context);
	}

	/** Applies one command. */
	<T> T apply(Supplier<T> command) {
		this.calls = 0;
		this.released = 1;
		this.called = null;
		T reply = command.get();
		boolean claims = this.redis.claims() != null;
		this.trace.promise(claims || this.calls <= this.released, "P6: a release wakes at most one instance",
				this.calls);
		return reply;
	}

	Runnable listen(SimulatedInstance instance, Grants onGranted) {
		return this.redis.listen(instance.name(), new WakeUps() {

			@Override
			public void subscribed() {
			}

			@Override
			public void unsubscribed() {
			}

			@Override
			public void granted(String key, String token, long ticket) {
				granted(key, token, ticket, 0);
			}

			@Override
			public void granted(String key, String token, long ticket, long fence) {
				SimulatedServer.this.calls++;
				SimulatedServer.this.called = instance;
				won(instance);
				onGranted.granted(token, ticket, fence);
			}

		}, (task) -> {
		});
	}

	/** Receives grants. */
	interface Grants {

		void granted(String token, long ticket, long fence);

	}

	boolean acquire(String key, String token, long ttl) {
		boolean won = this.redis.acquire(key, token, ttl);
		if (won) {
			// The key was free, so its queue had ended with an expiry.
			this.overtaken.clear();
		}
		return won;
	}

	Contention contend(SimulatedInstance by, String key, String token, long ttl, @Nullable QueueRequest wait) {
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
			this.trace.promise(first > this.lastFence, "P9: fencing numbers only rise, including unused ones", first);
			this.lastFence = first + count - 1;
		}
		return first;
	}

	GiveWayReply giveWay(SimulatedInstance by, String key, String token, long ttl, String next, QueueRequest wait) {
		GiveWayReply reply = this.redis.giveWay(key, token, ttl, next, wait);
		if (reply.queued()) {
			this.overtaken.put(by, 0);
		}
		if (this.called != null && this.called != by) {
			this.gaveWay.add(token);
		}
		return reply;
	}

	/** Returns whether an instance was woken when this token gave way. */
	boolean hasCalledAnother(String token) {
		return this.gaveWay.contains(token);
	}

	/** Removes tokens of an instance from the queue, since none of its callers waits. */
	List<ReleaseReply> sweep(SimulatedInstance by, List<Release> batch) {
		this.overtaken.remove(by);
		this.released = batch.size();
		return this.redis.releaseAll(batch);
	}

	/** Notes that a caller of an instance has acquired the lock. */
	void granted(SimulatedInstance to) {
		this.grantsWhileWaiting.keySet().retainAll(this.overtaken.keySet());
		this.overtaken.keySet().forEach((waiting) -> this.grantsWhileWaiting.merge(waiting, 1, Integer::sum));
		this.grantsWhileWaiting.remove(to);
		this.grantsWhileWaiting.values()
			.forEach((times) -> this.maxGrantsWhileWaiting = Math.max(this.maxGrantsWhileWaiting, times));
	}

	private void won(SimulatedInstance by) {
		this.overtaken.remove(by);
		this.overtaken.replaceAll((instance, times) -> times + 1);
		this.overtaken.values().forEach((times) -> this.maxOvertaken = Math.max(this.maxOvertaken, times));
	}

	/** Releases a lock by its exposed token. */
	void releaseByToken(String key, String token) {
		this.ended.add(token);
		apply(() -> this.redis.release(new Release(key, token, 0)));
	}

	boolean endedByToken(String token) {
		return this.ended.contains(token);
	}

}

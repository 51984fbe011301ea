package io.lockstarter.core;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

import io.lockstarter.memory.InMemoryLockStore;
import io.lockstarter.store.Contention;
import io.lockstarter.store.Holder;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import io.lockstarter.store.Turn;
import io.lockstarter.store.Wait;
import io.lockstarter.store.WakeUps;
import org.jspecify.annotations.Nullable;

/** The lock server and what it sees: who waits, who overtakes, how many are called. */
final class SimulatedServer {

	final LockStore store;

	private final SimulationTrace trace;

	/** Who stands in the queue, and how often others came first since. */
	private final Map<SimulatedInstance, Integer> overtaken = new HashMap<>();

	/** The same, counting each caller who came first. */
	private final Map<SimulatedInstance, Integer> grantsWhileWaiting = new HashMap<>();

	private final Set<String> ended = new HashSet<>();

	private final Set<String> gaveWay = new HashSet<>();

	private int calls;

	private @Nullable SimulatedInstance called;

	int mostOvertaken;

	int mostGrantsWhileWaiting;

	SimulatedServer(SimulatedTime time, SimulationTrace trace) {
		this.store = new InMemoryLockStore(time::now);
		this.trace = trace;
	}

	/** Applies one command. */
	<T> T apply(Supplier<T> command) {
		this.calls = 0;
		this.called = null;
		T reply = command.get();
		this.trace.promise(this.calls <= 1, "P6: one command calls at the most one instance", this.calls);
		return reply;
	}

	Runnable listen(SimulatedInstance instance, WakeUps wakeUps) {
		return this.store.listen(instance.name(), new WakeUps() {

			@Override
			public void listening() {
				wakeUps.listening();
			}

			@Override
			public void deaf() {
				wakeUps.deaf();
			}

			@Override
			public void granted(String key, String token) {
				SimulatedServer.this.calls++;
				SimulatedServer.this.called = instance;
				won(instance);
				wakeUps.granted(key, token);
			}

		}, (task) -> {
		});
	}

	boolean acquire(SimulatedInstance by, String key, String token, long ttl) {
		boolean won = this.store.acquire(key, token, ttl);
		if (won) {
			// It was free, so nobody stood in the queue: it had gone with an expiry.
			this.overtaken.clear();
		}
		return won;
	}

	Contention contend(SimulatedInstance by, String key, String token, long ttl, @Nullable Wait wait) {
		Contention outcome = this.store.contend(key, token, ttl, wait);
		if (outcome.holder() == null) {
			won(by);
		}
		else if (outcome.queued()) {
			this.overtaken.putIfAbsent(by, 0);
		}
		return outcome;
	}

	Turn giveWay(SimulatedInstance by, String key, String token, long ttl, String next, Wait wait) {
		Turn turn = this.store.giveWay(key, token, ttl, next, wait);
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
		return this.store.releaseAll(batch);
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
		apply(() -> this.store.release(new Release(key, token, 0)));
	}

	boolean endedByToken(String token) {
		return this.ended.contains(token);
	}

	/** Whether a release of this free key calls anybody. */
	boolean isWaitedFor(String key) {
		this.store.acquire(key, "probe", 1000);
		apply(() -> this.store.release(new Release(key, "probe", 0)));
		return this.calls > 0;
	}

	Optional<Holder> holder(String key) {
		return this.store.inspect(key);
	}

}

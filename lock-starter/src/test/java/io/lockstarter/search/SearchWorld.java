package io.lockstarter.search;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import io.lockstarter.simulation.SimulatedLock;
import io.lockstarter.simulation.SimulatedRedis;
import io.lockstarter.simulation.Simulation;
import io.lockstarter.simulation.SimulationTrace;

/**
 * A state that a search can reach: the real core of some clients, the model of Redis, and
 * the messages between them. Objects of the core cannot be copied, so each state is
 * rebuilt from the actions that lead to it.
 */
final class SearchWorld implements AutoCloseable {

	final SearchPlan plan;

	final SimulationTrace trace;

	final SimulatedRedis redis;

	final SearchNetwork network;

	final SearchPromises promises;

	final List<SearchClient> clients = new ArrayList<>();

	final List<Alarm> alarms = new ArrayList<>();

	private final ArrayDeque<Runnable> ready = new ArrayDeque<>();

	private final Set<SearchFiber> blocked = new HashSet<>();

	int faultsLeft;

	int crashesLeft;

	private long now;

	/** A caller has acquired the lock by the last action. */
	private boolean granted;

	private long holdUntil;

	SearchWorld(SearchPlan plan, boolean traced) {
		this.plan = plan;
		this.trace = new SimulationTrace(traced);
		this.trace.timedBy(this::now);
		this.redis = new SimulatedRedis(this::now, plan.flaw());
		this.redis.brokenClaims = (promise, context) -> this.trace.promise(false, promise, context);
		this.network = new SearchNetwork(this);
		this.promises = new SearchPromises(this);
		this.faultsLeft = plan.faults();
		this.crashesLeft = plan.crashes();
		for (int i = 0; i < plan.clients(); i++) {
			this.clients.add(new SearchClient("i" + i, this, (i == 0) ? plan.callers() : 1));
		}
	}

	long now() {
		return this.now;
	}

	/** Runs a task of a client as soon as possible. The task must not block. */
	void soon(SearchClient client, Runnable task) {
		this.ready.add(() -> {
			if (!client.isCrashed()) {
				task.run();
			}
		});
	}

	/** Runs a task of a client that may block. */
	void blockingSoon(SearchClient client, Runnable task) {
		soon(client, () -> {
			SearchFiber fiber = SearchFiber.start(task);
			if (fiber != null) {
				this.blocked.add(fiber);
			}
		});
	}

	void resume(SearchFiber fiber) {
		this.blocked.remove(fiber);
		if (fiber.resume(false)) {
			this.blocked.add(fiber);
		}
	}

	Runnable at(long time, SearchClient client, String what, Runnable task) {
		if (time == Long.MAX_VALUE) {
			return () -> {
			};
		}
		Alarm alarm = new Alarm(time, client, what, task);
		this.alarms.add(alarm);
		return () -> this.alarms.remove(alarm);
	}

	/** Returns the actions that are possible now. */
	List<SearchAction> actions() {
		List<SearchAction> actions = new ArrayList<>();
		this.clients.forEach((client) -> client.actions(actions, this.crashesLeft > 0));
		this.network.actions(actions, this.faultsLeft > 0);
		if (!this.network.isUrgent() && nextChange() < Long.MAX_VALUE) {
			actions.add(SearchAction.of("time advances", this::tick));
		}
		return actions;
	}

	void run(SearchAction action) {
		this.faultsLeft -= action.faults();
		this.crashesLeft -= action.crashes();
		this.granted = false;
		action.run().run();
		settle();
	}

	void granted() {
		this.granted = true;
	}

	/** Ends all faults. A new hold is first kept beyond its ttl. */
	void calmDown() {
		this.holdUntil = this.granted ? this.now + this.plan.latest() : this.now;
	}

	/** Returns whether the next steps depend on the state alone. */
	boolean isCalm() {
		return this.now >= this.holdUntil;
	}

	/**
	 * Performs the next step without faults and without new requests.
	 * @return whether there was a step
	 */
	boolean calmly() {
		if (this.network.deliverNext()) {
			settle();
			return true;
		}
		for (SearchClient client : this.clients) {
			for (SearchCaller caller : client.callers) {
				if (!client.isCrashed() && caller.wakeUp()) {
					settle();
					return true;
				}
				boolean releases = isCalm() || nextChange() == Long.MAX_VALUE;
				if (caller.hold != null && releases && !client.isCrashed()) {
					caller.release();
					settle();
					return true;
				}
			}
		}
		if (nextChange() == Long.MAX_VALUE) {
			this.promises.atRest();
			return false;
		}
		tick();
		settle();
		return true;
	}

	private long nextChange() {
		long next = this.network.nextChange();
		for (Alarm alarm : this.alarms) {
			next = alarm.client.isCrashed() ? next : Math.min(next, alarm.time);
		}
		for (String token : this.redis.claims.tokens().toList()) {
			for (long expiry : this.redis.claims.expiries(token)) {
				// A claim is valid at the time of its expiry, and ends after it.
				long end = expiry + 1 - this.redis.now() + this.now;
				next = (end > this.now) ? Math.min(next, end) : next;
			}
		}
		SimulatedLock lock = this.redis.live(Simulation.KEY);
		return (lock != null) ? Math.min(next, lock.expiry() - this.redis.now() + this.now) : next;
	}

	private void tick() {
		this.now = Math.max(this.now, nextChange());
		this.network.expire(this.now);
		List<Alarm> due = new ArrayList<>(this.alarms);
		due.removeIf((alarm) -> alarm.time > this.now);
		this.alarms.removeAll(due);
		due.sort(Comparator.comparingLong((alarm) -> alarm.time));
		due.forEach((alarm) -> soon(alarm.client, alarm.task));
	}

	/** Runs all tasks of clients that need no message and no time. */
	private void settle() {
		Runnable next = this.ready.poll();
		while (next != null) {
			next.run();
			next = this.ready.poll();
		}
		this.promises.check();
	}

	@Override
	public void close() {
		List.copyOf(this.blocked).forEach((fiber) -> fiber.resume(true));
	}

	/** A task of a client at a time. */
	static final class Alarm {

		final long time;

		final SearchClient client;

		final String what;

		final Runnable task;

		Alarm(long time, SearchClient client, String what, Runnable task) {
			this.time = time;
			this.client = client;
			this.what = what;
			this.task = task;
		}

	}

}

package io.lockstarter.core;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import io.lockstarter.store.Holder;
import org.jspecify.annotations.Nullable;

/** One schedule: some instances with some callers each, all after one key. */
final class Simulation {

	private static final String KEY = "k";

	private static final int MOST_EVENTS = 20_000;

	final SimulationPlan plan;

	final SimulationTrace trace;

	final SimulatedTime time;

	final SimulatedServer server;

	private final List<SimulatedInstance> instances = new ArrayList<>();

	private final List<SimulatedCaller> callers = new ArrayList<>();

	private final SimulationIdleness idleness;

	private long asks;

	private long highestFence;

	Simulation(long seed, boolean traced) {
		this.plan = new SimulationPlan(seed);
		this.trace = new SimulationTrace(traced);
		this.time = new SimulatedTime(MOST_EVENTS, this::check);
		this.trace.timedBy(this.time::now);
		this.server = new SimulatedServer(this.time, this.trace);
		this.idleness = new SimulationIdleness(this);
		for (int i = 0; i < this.plan.instances; i++) {
			SimulatedInstance instance = new SimulatedInstance("i" + i, this.time, this.plan, this.server, this.trace);
			this.instances.add(instance);
			for (int j = 0; j < this.plan.callers; j++) {
				this.callers.add(new SimulatedCaller("i" + i + "/" + j, instance, this));
			}
		}
	}

	/**
	 * Plays it.
	 * @return which promise was broken, or {@code null}
	 */
	@Nullable String play() {
		this.callers.forEach(SimulatedCaller::think);
		this.instances.forEach(this::trouble);
		boolean ended = this.time.run();
		Throwable failure = this.time.failure();
		if (failure != null) {
			StackTraceElement[] stack = failure.getStackTrace();
			return "an event failed: " + failure + " at " + List.of(stack).subList(0, Math.min(8, stack.length));
		}
		if (this.trace.kept()) {
			this.trace.promise(ended, "it comes to an end", this.time.events());
			this.callers.forEach((caller) -> this.trace.promise(caller.isDone(), "everybody is served", caller));
			this.instances.stream().filter((instance) -> !instance.isCrashed()).forEach((instance) -> {
				this.trace.promise(instance.lanes.size() == 0, "P8: no lane stays", instance);
				this.trace.promise(instance.lanes.doubts() == 0, "P8: no doubt stays", instance);
			});
			Optional<Holder> left = this.server.holder(KEY);
			boolean ours = left.isPresent() && this.instances.stream()
				.anyMatch((instance) -> !instance.isCrashed() && instance.lanes.isOurs(left.get().token()));
			this.trace.promise(!ours, "P7: no token stays", left);
			if (this.plan.gentle) {
				this.trace.promise(left.isPresent() || !this.server.isWaitedFor(KEY), "P8: no entry stays in the queue",
						KEY);
				this.trace.promise(this.server.mostOvertaken <= 4 * this.plan.instances,
						"E: nobody is overtaken without bound", this.server.mostOvertaken);
				int inARow = 1 + this.plan.settings.handOff().maxConsecutive();
				this.trace.promise(this.server.mostGrantsWhileWaiting <= 4 * this.plan.instances * inARow,
						"E: nobody waits for hand-offs without bound", this.server.mostGrantsWhileWaiting);
			}
		}
		return this.trace.broken();
	}

	private void trouble(SimulatedInstance instance) {
		long calm = this.plan.calmFrom;
		if (this.plan.crashes && this.plan.chance(0.4)) {
			this.time.at(this.plan.between(0, calm), () -> {
				this.trace.add(instance, "crashes", null);
				instance.crash();
			});
		}
		if (this.plan.pauses && this.plan.chance(0.6)) {
			long from = this.plan.between(0, calm);
			this.time.at(from, () -> {
				this.trace.add(instance, "is paused", null);
				instance.pause(this.plan.between(from, calm));
			});
		}
		if (!this.plan.gentle && this.plan.chance(0.3)) {
			this.time.at(this.plan.between(0, calm), instance, instance.connection::subscribeAgain);
		}
	}

	long nextAsk() {
		return this.asks++;
	}

	List<SimulatedCaller> callers() {
		return this.callers;
	}

	Optional<Holder> holder() {
		return this.server.holder(KEY);
	}

	void releaseByToken(String token) {
		this.trace.add("somebody", "releases", token);
		this.server.releaseByToken(KEY, token);
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
		this.server.granted(caller.instance);
		this.trace.promise(caller.instance.nanos() < hold.deadline(), "K: what is granted is valid", caller);
		if (hold.terms().fence()) {
			this.trace.promise(hold.fence() > this.highestFence, "P9: fencing numbers only go up", hold.fence());
			this.highestFence = hold.fence();
		}
		for (SimulatedCaller other : this.callers) {
			boolean earlier = other != caller && other.instance == caller.instance && other.waits()
					&& other.askedAs < caller.askedAs;
			this.trace.promise(!earlier, "first come, first served in an instance", other);
		}
	}

	/** After each event. */
	private boolean check() {
		SimulatedCaller valid = null;
		for (SimulatedCaller caller : this.callers) {
			if (caller.holdsValidly()) {
				Hold hold = caller.hold();
				String token = (hold != null) ? hold.lease().token() : "";
				boolean ended = caller.isExposed() && this.server.endedByToken(token);
				if (!ended) {
					this.trace.promise(valid == null, "P1: one hold at a time", caller + ", " + valid);
					this.trace.promise(holder().map((holder) -> holder.token().equals(token)).orElse(false),
							"P1: whoever holds has the key", caller);
					valid = caller;
				}
			}
		}
		this.idleness.check();
		return this.trace.kept();
	}

}

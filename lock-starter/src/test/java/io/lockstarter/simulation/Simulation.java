package io.lockstarter.simulation;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Plays one schedule: several instances, each with several callers, contend for one key.
 */
public final class Simulation {

	public static final String KEY = "k";

	private static final int MAX_EVENTS = 50_000;

	private final SimulationSource source;

	final SimulationPlan plan;

	final SimulationChoices slices;

	final SimulationTrace trace;

	final SimulatedTime time;

	final SimulatedServer server;

	final SimulationPromises promises;

	private final List<SimulatedInstance> instances = new ArrayList<>();

	private final List<SimulatedCaller> callers = new ArrayList<>();

	private long asks;

	private Simulation(SimulationSource source, SimulationFlaw flaw, boolean traced) {
		this.source = source;
		this.slices = source.ofSlices();
		this.plan = new SimulationPlan(source.ofTheWorld(), source.ofSlices(), flaw);
		this.trace = new SimulationTrace(traced);
		this.promises = new SimulationPromises(this);
		this.time = new SimulatedTime(MAX_EVENTS, this.promises::check);
		this.trace.timedBy(this.time::now);
		this.server = new SimulatedServer(new SimulatedRedis(this.time::now, flaw), this.trace);
		for (int i = 0; i < this.plan.instances; i++) {
			SimulationRandomness random = new SimulationRandomness(this.plan, source.ofInstance(i));
			SimulatedInstance instance = new SimulatedInstance("i" + i, this, random);
			this.instances.add(instance);
			for (int j = 0; j < this.plan.callers; j++) {
				SimulationRandomness own = new SimulationRandomness(this.plan, source.ofCaller(i, j));
				this.callers.add(caller("i" + i + "/" + j, instance, own));
			}
		}
	}

	private SimulatedCaller caller(String name, SimulatedInstance instance, SimulationRandomness random) {
		boolean async = this.plan.flaw.async && !random.chance(0.25);
		return async ? new AsyncCaller(name, instance, this, random) : new BlockingCaller(name, instance, this, random);
	}

	/**
	 * Plays a schedule.
	 * @param source the random choices
	 * @param flaw the flaw that is built in on purpose
	 * @param traced whether to record the trace
	 * @return what came of it
	 */
	static Outcome play(SimulationSource source, SimulationFlaw flaw, boolean traced) {
		return new Simulation(source, flaw, traced).play();
	}

	static Outcome play(long seed) {
		return play(SimulationSource.drawnFrom(seed), SimulationFlaw.NONE, false);
	}

	private Outcome play() {
		this.callers.forEach(SimulatedCaller::think);
		new SimulationFaults(this, new SimulationRandomness(this.plan, this.source.ofTheWorld())).plan();
		boolean ended = this.time.run();
		Throwable failure = this.time.failure();
		if (failure != null) {
			StackTraceElement[] stack = failure.getStackTrace();
			this.trace.promise(false, "no event fails",
					failure + " at " + List.of(stack).subList(0, Math.min(8, stack.length)));
		}
		else if (this.trace.kept()) {
			this.trace.promise(ended, "the schedule ends", this.time.events());
			this.promises.atTheEnd();
		}
		Outcome outcome = new Outcome(this.trace.promise(), this.trace.broken(), this.trace.length(),
				this.trace.lines(), this.source.taken(), this.trace.counts(), this.time.events());
		this.time.unwind();
		return outcome;
	}

	long nextAsk() {
		return this.asks++;
	}

	List<SimulatedInstance> instances() {
		return this.instances;
	}

	List<SimulatedCaller> callers() {
		return this.callers;
	}

	void releaseByToken(String token) {
		this.trace.add("another party", "releases " + SimulationText.token(token), null);
		this.trace.count(SimulationKind.RELEASED_BY_TOKEN);
		this.server.releaseByToken(KEY, token);
	}

	/**
	 * The outcome of a schedule.
	 *
	 * @param promise the first promise that was broken, if any
	 * @param broken the promise and its context
	 * @param length the number of lines of its trace, recorded or not
	 * @param lines its trace
	 * @param choices the choices that were made
	 * @param counts the number of events of each {@link SimulationKind}
	 * @param events the number of events
	 */
	record Outcome(@Nullable String promise, @Nullable String broken, int length, List<String> lines,
			List<long[]> choices, SimulationCounts counts, int events) {

		Outcome withChoices(List<long[]> choices) {
			return new Outcome(this.promise, this.broken, this.length, this.lines, choices, this.counts, this.events);
		}

		/** Returns the number of choices. */
		int decisions() {
			return this.choices.stream().mapToInt((list) -> list.length).sum();
		}

	}

}

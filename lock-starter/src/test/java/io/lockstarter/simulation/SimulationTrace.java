package io.lockstarter.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

/**
 * Records the events of a schedule and the first promise that was broken. Events are
 * always counted, and written as text on request.
 */
public final class SimulationTrace {

	private final List<String> lines = new ArrayList<>();

	private final SimulationCounts counts = new SimulationCounts();

	private final boolean wanted;

	private LongSupplier time = () -> 0;

	private int length;

	private volatile @Nullable String promise;

	private @Nullable String broken;

	public SimulationTrace(boolean wanted) {
		this.wanted = wanted;
	}

	public void timedBy(LongSupplier time) {
		this.time = time;
	}

	public void count(SimulationKind kind) {
		this.counts.add(kind);
	}

	public SimulationCounts counts() {
		return this.counts;
	}

	public void add(Object subject, String what, @Nullable Object outcome) {
		this.length++;
		if (this.wanted) {
			this.lines.add("%10.3f ms  %s %s%s".formatted(this.time.getAsLong() / 1e6, subject, what,
					(outcome != null) ? " -> " + SimulationText.of(outcome) : ""));
		}
	}

	public void promise(boolean kept, String promise, @Nullable Object subject) {
		if (!kept && this.promise == null) {
			this.promise = promise;
			this.broken = promise + " [" + subject + "]";
			add("!!", this.broken, null);
		}
	}

	public boolean kept() {
		return this.promise == null;
	}

	/** Returns the promise that was broken. */
	public @Nullable String promise() {
		return this.promise;
	}

	/** Returns the promise that was broken, and its context. */
	public @Nullable String broken() {
		return this.broken;
	}

	/** Returns the number of lines, written or not. */
	public int length() {
		return this.length;
	}

	public List<String> lines() {
		return List.copyOf(this.lines);
	}

}

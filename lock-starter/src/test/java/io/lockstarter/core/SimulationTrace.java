package io.lockstarter.core;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

/**
 * What happened, in words if anybody wants to read it and always in numbers, and the
 * first promise that was broken.
 */
final class SimulationTrace {

	private final List<String> lines = new ArrayList<>();

	private final SimulationCounts counts = new SimulationCounts();

	private final boolean wanted;

	private LongSupplier time = () -> 0;

	private int length;

	private volatile @Nullable String promise;

	private @Nullable String broken;

	SimulationTrace(boolean wanted) {
		this.wanted = wanted;
	}

	void timedBy(LongSupplier time) {
		this.time = time;
	}

	void count(SimulationKind kind) {
		this.counts.add(kind);
	}

	SimulationCounts counts() {
		return this.counts;
	}

	void add(Object who, String what, @Nullable Object outcome) {
		this.length++;
		if (this.wanted) {
			this.lines.add("%10.3f ms  %s %s%s".formatted(this.time.getAsLong() / 1e6, who, what,
					(outcome != null) ? " -> " + SimulationWords.of(outcome) : ""));
		}
	}

	void promise(boolean kept, String promise, @Nullable Object who) {
		if (!kept && this.promise == null) {
			this.promise = promise;
			this.broken = promise + " [" + who + "]";
			add("!!", this.broken, null);
		}
	}

	boolean kept() {
		return this.promise == null;
	}

	/** The promise that was broken. */
	@Nullable String promise() {
		return this.promise;
	}

	/** The same, and by whom. */
	@Nullable String broken() {
		return this.broken;
	}

	/** The number of lines, written or not. */
	int length() {
		return this.length;
	}

	List<String> lines() {
		return List.copyOf(this.lines);
	}

}

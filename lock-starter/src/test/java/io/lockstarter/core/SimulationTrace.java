package io.lockstarter.core;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

/** What happened, if anybody wants to know, and the first promise that was broken. */
final class SimulationTrace {

	private final List<String> lines = new ArrayList<>();

	private final boolean wanted;

	private LongSupplier time = () -> 0;

	private volatile @Nullable String broken;

	SimulationTrace(boolean wanted) {
		this.wanted = wanted;
	}

	void timedBy(LongSupplier time) {
		this.time = time;
	}

	void add(Object who, String what, @Nullable Object outcome) {
		if (this.wanted) {
			this.lines.add("%10.3f ms  %s %s%s".formatted(this.time.getAsLong() / 1e6, who, what,
					(outcome != null) ? " -> " + outcome : ""));
		}
	}

	void promise(boolean kept, String promise, Object who) {
		if (!kept && this.broken == null) {
			this.broken = promise + " [" + who + "]";
			add("!!", this.broken, null);
		}
	}

	boolean kept() {
		return this.broken == null;
	}

	@Nullable String broken() {
		return this.broken;
	}

	String last(int count) {
		return String.join("\n", this.lines.subList(Math.max(0, this.lines.size() - count), this.lines.size()));
	}

}

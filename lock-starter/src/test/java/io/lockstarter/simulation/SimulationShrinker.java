package io.lockstarter.simulation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Simplifies a schedule that breaks a promise, as long as it breaks the same promise. It
 * removes or zeroes parts of the choices, and lowers single choices, until no change
 * makes it simpler.
 */
final class SimulationShrinker {

	private static final int MAX_TRIES = 20_000;

	private final SimulationFlaw flaw;

	private final String promise;

	private final int enough;

	private Simulation.Outcome best;

	private int tries;

	private SimulationShrinker(SimulationFlaw flaw, Simulation.Outcome broken, int enough) {
		this.flaw = flaw;
		this.promise = Objects.requireNonNull(broken.promise(), "nothing is broken");
		this.best = broken;
		this.enough = enough;
	}

	/** Shrinks a schedule as far as possible. */
	static Simulation.Outcome shrink(Simulation.Outcome broken, SimulationFlaw flaw) {
		return shrink(broken, flaw, 0);
	}

	/**
	 * Shrinks a schedule.
	 * @param broken a schedule that broke a promise
	 * @param flaw the flaw that was built in when it was played
	 * @param enough the number of lines of a schedule that is not shrunk further
	 * @return the simplest schedule that was found, with its trace
	 */
	static Simulation.Outcome shrink(Simulation.Outcome broken, SimulationFlaw flaw, int enough) {
		SimulationShrinker shrinker = new SimulationShrinker(flaw, broken, enough);
		boolean better = true;
		while (better && shrinker.continues()) {
			better = false;
			for (int list = 0; list < broken.choices().size(); list++) {
				better |= shrinker.pass(list);
			}
		}
		return Simulation.play(SimulationSource.of(shrinker.best.choices()), flaw, true);
	}

	private boolean pass(int list) {
		boolean better = false;
		for (int size = Integer.highestOneBit(list(list).length); size > 0; size /= 2) {
			for (int from = 0; from < list(list).length && continues();) {
				if (attempt(list, cut(list(list), from, size)) || attempt(list, zeroed(list(list), from, size))) {
					better = true;
				}
				else {
					from += size;
				}
			}
		}
		for (int i = 0; i < list(list).length && continues(); i++) {
			better |= lower(list, i);
		}
		return better;
	}

	private long[] list(int list) {
		return this.best.choices().get(list);
	}

	private boolean continues() {
		return this.tries < MAX_TRIES && this.best.length() > this.enough;
	}

	private static long[] cut(long[] choices, int from, int size) {
		int to = Math.min(choices.length, from + size);
		long[] less = new long[choices.length - (to - from)];
		System.arraycopy(choices, 0, less, 0, from);
		System.arraycopy(choices, to, less, from, choices.length - to);
		return less;
	}

	private static long[] zeroed(long[] choices, int from, int size) {
		long[] less = choices.clone();
		Arrays.fill(less, from, Math.min(less.length, from + size), 0);
		return less;
	}

	/** Lowers a choice by bisection. */
	private boolean lower(int list, int index) {
		boolean better = false;
		long least = 0;
		while (index < list(list).length && least < list(list)[index] && continues()) {
			long[] less = list(list).clone();
			less[index] = least + (less[index] - least) / 2;
			if (attempt(list, less)) {
				better = true;
			}
			else {
				least = less[index] + 1;
			}
		}
		return better;
	}

	private boolean attempt(int list, long[] changed) {
		if (Arrays.equals(changed, list(list))) {
			return false;
		}
		this.tries++;
		List<long[]> choices = new ArrayList<>(this.best.choices());
		choices.set(list, changed);
		Simulation.Outcome outcome = Simulation.play(SimulationSource.of(choices), this.flaw, false);
		boolean better = this.promise.equals(outcome.promise()) && isSimpler(outcome);
		if (better) {
			this.best = outcome.withChoices(outcome.choices().stream().map(SimulationShrinker::trimmed).toList());
		}
		return better;
	}

	/**
	 * Compares the number of lines, then the number of choices above zero, then their
	 * sum.
	 */
	private boolean isSimpler(Simulation.Outcome outcome) {
		int byLength = Integer.compare(outcome.length(), this.best.length());
		int byChoices = Long.compare(notZero(outcome.choices()), notZero(this.best.choices()));
		int bySum = Double.compare(sum(outcome.choices()), sum(this.best.choices()));
		int order = (byLength != 0) ? byLength : (byChoices != 0) ? byChoices : bySum;
		return order < 0;
	}

	private static long notZero(List<long[]> choices) {
		return choices.stream().flatMapToLong(Arrays::stream).filter((choice) -> choice != 0).count();
	}

	private static double sum(List<long[]> choices) {
		return choices.stream().flatMapToLong(Arrays::stream).asDoubleStream().sum();
	}

	/** Removes zeros at the end, since choices after the end are zero. */
	private static long[] trimmed(long[] choices) {
		int length = choices.length;
		while (length > 0 && choices[length - 1] == 0) {
			length--;
		}
		return Arrays.copyOf(choices, length);
	}

}

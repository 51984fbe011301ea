package io.lockstarter.core;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;

/**
 * Looks at every state that can be reached within the bounds of a plan, breadth first, so
 * that the first that breaks a promise is reached on the shortest way. From each state it
 * also follows what happens if nothing goes wrong any more: then everybody must be served
 * and nothing must be left.
 */
final class Search {

	private static final int MOST_CALM_STEPS = 500;

	private final SearchPlan plan;

	private final long mostStates;

	private final Set<Long> seen = ConcurrentHashMap.newKeySet();

	/** From here it is known to end well. */
	private final Set<Long> endsWell = ConcurrentHashMap.newKeySet();

	private final AtomicLong transitions = new AtomicLong();

	private final AtomicReference<@Nullable Violation> violation = new AtomicReference<>();

	private int depth;

	private boolean complete;

	Search(SearchPlan plan, long mostStates) {
		this.plan = plan;
		this.mostStates = mostStates;
	}

	Search run() throws Exception {
		int cores = Runtime.getRuntime().availableProcessors();
		ExecutorService threads = Executors.newFixedThreadPool(cores);
		try {
			List<int[]> level = List.of(new int[0]);
			while (!level.isEmpty() && this.seen.size() < this.mostStates && this.violation.get() == null) {
				level = expand(level, threads, cores);
				this.depth++;
			}
			this.complete = level.isEmpty();
		}
		finally {
			threads.shutdown();
		}
		return this;
	}

	private List<int[]> expand(List<int[]> level, ExecutorService threads, int cores) throws Exception {
		AtomicInteger next = new AtomicInteger();
		List<Future<List<int[]>>> parts = new ArrayList<>();
		for (int i = 0; i < cores; i++) {
			parts.add(threads.submit(() -> {
				List<int[]> found = new ArrayList<>();
				int index = next.getAndIncrement();
				while (index < level.size() && this.seen.size() < this.mostStates) {
					expand(level.get(index), found);
					index = next.getAndIncrement();
				}
				return found;
			}));
		}
		List<int[]> all = new ArrayList<>();
		for (Future<List<int[]>> part : parts) {
			all.addAll(part.get());
		}
		return all;
	}

	private void expand(int[] path, List<int[]> found) {
		int choices = 1;
		for (int i = 0; i < choices; i++) {
			int[] longer = Arrays.copyOf(path, path.length + 1);
			longer[path.length] = i;
			try (SearchWorld world = new SearchWorld(this.plan, false)) {
				choices = replay(world, longer);
				if (choices == 0) {
					return;
				}
				this.transitions.incrementAndGet();
				if (!world.trace.kept()) {
					broken(longer, 0, world);
				}
				else if (this.seen.add(hash(world))) {
					found.add(longer);
					endCalmly(longer, world);
				}
			}
		}
	}

	/** Returns how many actions there were to choose the last one from. */
	private static int replay(SearchWorld world, int[] path) {
		int choices = 0;
		for (int choice : path) {
			List<SearchAction> actions = world.actions();
			choices = actions.size();
			if (choices == 0) {
				return 0;
			}
			world.run(actions.get(choice));
		}
		return choices;
	}

	private void endCalmly(int[] path, SearchWorld world) {
		List<Long> way = new ArrayList<>();
		world.calmDown();
		for (int steps = 1; !world.isCalm() || this.endsWell.add(hash(world)); steps++) {
			if (world.isCalm()) {
				way.add(hash(world));
			}
			boolean goesOn = world.calmly();
			world.trace.promise(steps < MOST_CALM_STEPS, "it comes to an end", steps);
			if (!world.trace.kept()) {
				way.forEach(this.endsWell::remove);
				broken(path, steps, world);
				return;
			}
			if (!goesOn) {
				return;
			}
		}
	}

	private synchronized void broken(int[] path, int calmSteps, SearchWorld world) {
		Violation known = this.violation.get();
		if (known == null || path.length < known.path.size()
				|| (path.length == known.path.size() && calmSteps < known.calmSteps)) {
			String promise = world.trace.promise();
			this.violation
				.set(new Violation(Arrays.stream(path).boxed().toList(), calmSteps, (promise != null) ? promise : ""));
		}
	}

	private static long hash(SearchWorld world) {
		String text = SearchFingerprint.of(world);
		long hash = 0xCBF29CE484222325L;
		for (int i = 0; i < text.length(); i++) {
			hash = (hash ^ text.charAt(i)) * 0x100000001B3L;
			hash ^= hash >>> 29;
		}
		return hash;
	}

	@Nullable Violation violation() {
		return this.violation.get();
	}

	/** Whether nothing was left to be seen. */
	boolean isComplete() {
		return this.complete;
	}

	long states() {
		return this.seen.size();
	}

	/** The trace of what breaks a promise, on the shortest way. */
	List<String> explain(Violation found) {
		try (SearchWorld world = new SearchWorld(this.plan, true)) {
			for (int choice : found.path) {
				SearchAction action = world.actions().get(choice);
				if (action.faults() > 0) {
					world.trace.add("**", action.name(), null);
				}
				world.run(action);
			}
			world.calmDown();
			for (int i = 0; i < found.calmSteps && world.trace.kept(); i++) {
				world.calmly();
			}
			return world.trace.lines();
		}
	}

	String report() {
		return "%,12d states, %,d transitions, depth %d%s: %s%n".formatted(states(), this.transitions.get(), this.depth,
				this.complete ? " (all there are)" : "", this.plan);
	}

	/**
	 * A state that breaks a promise.
	 *
	 * @param path the choices that lead to it
	 * @param calmSteps and how many steps without any
	 * @param promise which promise
	 */
	record Violation(List<Integer> path, int calmSteps, String promise) {
	}

}

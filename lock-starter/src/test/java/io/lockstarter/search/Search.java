package io.lockstarter.search;

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
 * Visits every state that can be reached within the bounds of a plan, breadth first. So
 * the first state that breaks a promise has the shortest path. From each state it also
 * follows the path without further faults: there, all callers must be served and nothing
 * must be left.
 */
final class Search {

	private static final int MAX_CALM_STEPS = 500;

	private final SearchPlan plan;

	private final long maxStates;

	private final Set<Long> seen = ConcurrentHashMap.newKeySet();

	/** The states from which all is known to end well. */
	private final Set<Long> endsWell = ConcurrentHashMap.newKeySet();

	private final AtomicLong transitions = new AtomicLong();

	private final AtomicReference<@Nullable Violation> violation = new AtomicReference<>();

	private int depth;

	private boolean complete;

	Search(SearchPlan plan, long maxStates) {
		this.plan = plan;
		this.maxStates = maxStates;
	}

	Search run() throws Exception {
		int cores = Runtime.getRuntime().availableProcessors();
		ExecutorService threads = Executors.newFixedThreadPool(cores);
		try {
			List<int[]> level = List.of(new int[0]);
			while (!level.isEmpty() && this.seen.size() < this.maxStates && this.violation.get() == null) {
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
				while (index < level.size() && this.seen.size() < this.maxStates) {
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

	/** Replays a path. Returns how many actions were possible at its last step. */
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
			boolean continues = world.calmly();
			world.trace.promise(steps < MAX_CALM_STEPS, "the path ends", steps);
			if (!world.trace.kept()) {
				way.forEach(this.endsWell::remove);
				broken(path, steps, world);
				return;
			}
			if (!continues) {
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

	/** Returns whether all states were visited. */
	boolean isComplete() {
		return this.complete;
	}

	long states() {
		return this.seen.size();
	}

	/** Returns the trace of the shortest path that breaks a promise. */
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
				this.complete ? " (complete)" : "", this.plan);
	}

	/**
	 * A state that breaks a promise.
	 *
	 * @param path the choices that lead to it
	 * @param calmSteps the number of steps without choices after them
	 * @param promise the promise
	 */
	record Violation(List<Integer> path, int calmSteps, String promise) {
	}

}

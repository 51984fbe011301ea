package io.lockstarter.callpath;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Records which classes of the library are entered. Every method of the library calls it.
 */
public final class CallRecorder {

	/** The entered classes, per name of the thread. */
	private static final Map<String, Set<String>> entered = Collections.synchronizedMap(new LinkedHashMap<>());

	private static volatile boolean on;

	private CallRecorder() {
	}

	/** Called by the code that {@link RecordingClassLoader} adds. */
	public static void enter(String topLevelClass) {
		if (on) {
			entered
				.computeIfAbsent(Thread.currentThread().getName(),
						(thread) -> Collections.synchronizedSet(new TreeSet<>()))
				.add(topLevelClass);
		}
	}

	static void start() {
		entered.clear();
		on = true;
	}

	static void stop() {
		on = false;
	}

	/**
	 * Returns the classes that some threads entered, without the package of the library.
	 */
	static Set<String> entered(Predicate<String> thread) {
		Set<String> all = new TreeSet<>();
		synchronized (entered) {
			entered.forEach((name, classes) -> {
				if (thread.test(name)) {
					all.addAll(classes);
				}
			});
		}
		return all;
	}

}

package io.lockstarter.engine;

import java.util.concurrent.atomic.AtomicReference;

import org.jetbrains.lincheck.Lincheck;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.opentest4j.TestAbortedException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Runs a scenario on two threads with Lincheck, which switches between them at accesses
 * to shared memory. Each run has another order, and there are many runs.
 */
final class Interleavings {

	static final String COUNT_PROPERTY = "lincheck.invocations";

	private static final int COUNT = Integer.getInteger(COUNT_PROPERTY, 100);

	private static final int ATTEMPTS = 3;

	private Interleavings() {
	}

	/** Fails, and prints the order of events, if the scenario fails in any order. */
	static void check(Runnable scenario) {
		assumeControl();
		for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
			try {
				Lincheck.runConcurrentTest(COUNT, scenario);
				return;
			}
			catch (LincheckAssertionError ex) {
				// Lincheck reports this after ten seconds. On a busy machine, the first
				// run may
				// need longer, since Lincheck transforms all classes that it loads.
				if (!String.valueOf(ex.getMessage()).contains("has hung")) {
					throw ex;
				}
			}
		}
		Assumptions.abort("The machine is too busy for Lincheck");
	}

	/** Fails unless the scenario fails in some order, in the expected way. */
	static void checkFails(Runnable scenario, String how) {
		Throwable thrown = catchThrowable(() -> check(scenario));
		if (thrown instanceof TestAbortedException aborted) {
			throw aborted; // a machine that is too busy, and no scenario that passes
		}
		assertThat(thrown).isInstanceOf(LincheckAssertionError.class).hasMessageContaining(how);
	}

	/**
	 * Skips the test on JDK 25, where Lincheck did not catch a broken registry of holds.
	 */
	private static void assumeControl() {
		Assumptions.assumeTrue(Runtime.version().feature() < 25, "Lincheck 3.7 does not control threads on JDK 25");
	}

	/** Runs two tasks at the same time, and waits for both. */
	static void both(Runnable one, Runnable other) {
		AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
		Thread first = thread(one, failure);
		Thread second = thread(other, failure);
		try {
			first.join();
			second.join();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
		Throwable thrown = failure.get();
		if (thrown != null) {
			throw new IllegalStateException(thrown);
		}
	}

	private static Thread thread(Runnable task, AtomicReference<@Nullable Throwable> failure) {
		Thread thread = new Thread(() -> {
			try {
				task.run();
			}
			catch (Throwable ex) {
				failure.set(ex);
			}
		});
		thread.start();
		return thread;
	}

	static void require(boolean condition, String otherwise) {
		if (!condition) {
			throw new IllegalStateException(otherwise);
		}
	}

}

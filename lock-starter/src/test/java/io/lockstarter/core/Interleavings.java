package io.lockstarter.core;

import java.util.concurrent.atomic.AtomicReference;

import org.jetbrains.lincheck.Lincheck;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Runs something on two threads, switching between them at every access to memory that
 * they share: other orders each time, and many of them.
 */
final class Interleavings {

	static final String COUNT_PROPERTY = "lincheck.invocations";

	private static final int COUNT = Integer.getInteger(COUNT_PROPERTY, 100);

	private static final int ATTEMPTS = 3;

	private Interleavings() {
	}

	/** Fails, with the order of events, if it fails in any order. */
	static void check(Runnable scenario) {
		assumeControl();
		for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
			try {
				Lincheck.runConcurrentTest(COUNT, scenario);
				return;
			}
			catch (LincheckAssertionError ex) {
				// After ten seconds without an end. To change all classes that it meets,
				// Lincheck may need longer than that on a busy machine, once.
				if (!String.valueOf(ex.getMessage()).contains("has hung")) {
					throw ex;
				}
			}
		}
		Assumptions.abort("The machine is too busy for Lincheck");
	}

	/** Fails if it fails in no order, or in another way. */
	static void checkFails(Runnable scenario, String how) {
		assumeControl();
		assertThatExceptionOfType(LincheckAssertionError.class).isThrownBy(() -> check(scenario))
			.withMessageContaining(how);
	}

	/** A broken registry of holds was not caught there, so a pass would prove nothing. */
	private static void assumeControl() {
		Assumptions.assumeTrue(Runtime.version().feature() < 25, "Lincheck 3.7 does not control threads on JDK 25");
	}

	/** Part of a scenario: both at the same time, until both have ended. */
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

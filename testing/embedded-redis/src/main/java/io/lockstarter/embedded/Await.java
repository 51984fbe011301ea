package io.lockstarter.embedded;

import java.time.Duration;
import java.util.function.BooleanSupplier;

import org.jspecify.annotations.Nullable;

/** Waits for a state that servers reach by themselves. */
final class Await {

	private static final Duration PAUSE = Duration.ofMillis(20);

	private Await() {
	}

	/**
	 * Waits for a condition. A server that does not reply in the meantime is not a
	 * failure.
	 * @param what describes the condition in the exception
	 * @param timeout the maximum wait
	 * @param condition the condition
	 */
	static void until(String what, Duration timeout, BooleanSupplier condition) {
		long start = System.nanoTime();
		EmbeddedRedisException last = null;
		while (System.nanoTime() - start <= timeout.toNanos()) {
			try {
				if (condition.getAsBoolean()) {
					return;
				}
				last = null;
			}
			catch (EmbeddedRedisException ex) {
				last = ex;
			}
			pause(what);
		}
		throw new EmbeddedRedisException(
				"Within " + timeout.toSeconds() + " s, this did not happen: " + what + reason(last), last);
	}

	private static String reason(@Nullable EmbeddedRedisException last) {
		return (last != null) ? "; the last attempt: " + last.getMessage() : "";
	}

	private static void pause(String what) {
		try {
			Thread.sleep(PAUSE.toMillis());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new EmbeddedRedisException("Interrupted while waiting until " + what, ex);
		}
	}

}

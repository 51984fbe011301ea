package io.lockstarter.embedded;

import java.time.Duration;
import java.util.function.BooleanSupplier;

import org.jspecify.annotations.Nullable;

/** Waits for what servers do by themselves. */
final class Await {

	private static final Duration PAUSE = Duration.ofMillis(20);

	private Await() {
	}

	/**
	 * Waits until something is so. A server that does not answer meanwhile is no failure.
	 * @param what names it in the failure
	 * @param timeout the longest wait
	 * @param condition whether it is so
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
		throw new EmbeddedRedisException("Waited " + timeout.toSeconds() + " s in vain until " + what + reason(last),
				last);
	}

	private static String reason(@Nullable EmbeddedRedisException last) {
		return (last != null) ? "; the last try: " + last.getMessage() : "";
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

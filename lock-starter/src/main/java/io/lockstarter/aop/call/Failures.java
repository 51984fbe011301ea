package io.lockstarter.aop.call;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;

import io.lockstarter.LockLostException;
import org.jspecify.annotations.Nullable;

/** Combines several failures into one. */
final class Failures {

	private Failures() {
	}

	/** Removes the exceptions with which stages wrap a failure. */
	static Throwable unwrap(Throwable failure) {
		Throwable cause = (failure instanceof CompletionException) ? failure.getCause() : null;
		return (cause != null && !(cause instanceof CancellationException)) ? cause : failure;
	}

	/**
	 * Joins two failures.
	 * @param outcome the first failure, or {@code null}
	 * @param failure a later failure
	 * @return the first failure, with the later one as a suppressed exception
	 */
	static Throwable join(@Nullable Throwable outcome, Throwable failure) {
		if (outcome == null) {
			return failure;
		}
		if (!includes(outcome, failure)) {
			outcome.addSuppressed(failure);
		}
		return outcome;
	}

	// The loss that stopped a transaction may be reported a second time by the release.
	private static boolean includes(Throwable outcome, Throwable failure) {
		return outcome == failure || (outcome instanceof LockLostException known
				&& failure instanceof LockLostException again && known.key().equals(again.key()));
	}

}

package io.lockstarter.redlock;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import io.lockstarter.redis.RedisFailures;
import io.lockstarter.redlock.Round.Answer;
import io.lockstarter.store.StoreException;
import io.lockstarter.store.StoreException.Outcome;
import org.jspecify.annotations.Nullable;

/** Says what is known of a command that too few nodes have answered. */
final class RedlockFailures {

	private final Quorum quorum;

	private final long timeoutMillis;

	RedlockFailures(Quorum quorum, long timeoutMillis) {
		this.quorum = quorum;
		this.timeoutMillis = timeoutMillis;
	}

	/**
	 * Too few have answered.
	 * @param attempt what was tried, as in "acquire lock 'order:42'"
	 * @param nodes all nodes
	 * @param answers what came back in time
	 * @param applied whether one that has answered has applied it
	 * @return what is known
	 */
	<R> StoreException tooFew(String attempt, List<Node> nodes, List<Answer<R>> answers, boolean applied) {
		String why = nodes.stream()
			.map((node) -> reason(node, answers))
			.filter((reason) -> !reason.isEmpty())
			.collect(Collectors.joining("; "));
		Throwable cause = answers.stream()
			.filter((answer) -> answer.failure() != null)
			.map((answer) -> unwrapped(answer.failure()))
			.findFirst()
			.orElse(null);
		return new StoreException(outcome(attempt, nodes, answers, applied),
				"Could not " + attempt + ": of " + this.quorum.nodes()
						+ " Redlock nodes, too few answered for a majority of " + this.quorum.majority() + " (" + why
						+ "). Look at these servers, at the network, and at "
						+ "distributed-lock.redlock.node-timeout.",
				cause);
	}

	private <R> Outcome outcome(String attempt, List<Node> nodes, List<Answer<R>> answers, boolean applied) {
		long refused = 0;
		boolean unknown = applied || answers.size() < nodes.size();
		for (Answer<R> answer : answers) {
			if (answer.failure() != null) {
				Outcome outcome = outcome(attempt, answer.failure());
				refused += (outcome == Outcome.REFUSED) ? 1 : 0;
				unknown |= outcome == Outcome.UNKNOWN;
			}
		}
		if (this.quorum.ruledOutBy(refused)) {
			return Outcome.REFUSED;
		}
		return unknown ? Outcome.UNKNOWN : Outcome.NOT_APPLIED;
	}

	private <R> String reason(Node node, List<Answer<R>> answers) {
		for (Answer<R> answer : answers) {
			if (answer.node() == node) {
				return (answer.failure() != null) ? node + ": " + words(answer.failure()) : "";
			}
		}
		return node + ": no answer within " + this.timeoutMillis + " ms";
	}

	private static String words(@Nullable Throwable failure) {
		Throwable cause = unwrapped(failure);
		return (cause instanceof NotSentException || !(cause instanceof RuntimeException))
				? String.valueOf(cause.getMessage()) : cause.getClass().getSimpleName() + ": " + cause.getMessage();
	}

	private static Outcome outcome(String attempt, @Nullable Throwable failure) {
		Throwable cause = unwrapped(failure);
		if (cause instanceof NotSentException) {
			return Outcome.NOT_APPLIED;
		}
		return (cause instanceof RuntimeException ex) ? RedisFailures.translate(attempt, ex).outcome()
				: Outcome.UNKNOWN;
	}

	/**
	 * Whether it says that a connection has ended: it was sent, or was to be, in vain.
	 */
	static boolean isOfTheConnection(@Nullable Throwable failure) {
		Throwable cause = unwrapped(failure);
		return cause instanceof IOException
				|| (cause instanceof RedisException && !(cause instanceof RedisCommandExecutionException));
	}

	static Throwable unwrapped(@Nullable Throwable failure) {
		Throwable cause = failure;
		while (cause instanceof CompletionException && cause.getCause() != null) {
			cause = cause.getCause();
		}
		return (cause != null) ? cause : new NotSentException("nothing", null);
	}

}

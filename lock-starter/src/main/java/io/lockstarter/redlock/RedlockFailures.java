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

/** Explains why too few nodes answered a command. */
final class RedlockFailures {

	private final Quorum quorum;

	private final long timeoutMillis;

	RedlockFailures(Quorum quorum, long timeoutMillis) {
		this.quorum = quorum;
		this.timeoutMillis = timeoutMillis;
	}

	/**
	 * Creates the exception for too few answers.
	 * @param attempt the attempt, such as "acquire lock 'order:42'"
	 * @param nodes all nodes
	 * @param answers the answers that came in time
	 * @param applied whether a node that answered has applied the command
	 * @return the exception
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
		return new StoreException(outcome(attempt, nodes, answers, applied), attempt,
				"too few of the " + this.quorum.nodes() + " Redlock nodes answered for a majority of "
						+ this.quorum.majority() + " (" + why + "). Check whether these servers run, the network, and "
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
	 * Returns whether a failure means that the connection has ended.
	 */
	static boolean isConnectionFailure(@Nullable Throwable failure) {
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

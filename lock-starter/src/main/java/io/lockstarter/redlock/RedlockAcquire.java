package io.lockstarter.redlock;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

import io.lockstarter.redlock.Round.Answer;
import io.lockstarter.redlock.Round.Send;
import io.lockstarter.store.Contention;
import io.lockstarter.store.MonotonicTimer;
import io.lockstarter.store.StoreException;
import io.lockstarter.store.StoreException.Outcome;

/**
 * Implements the first phase: acquires a lock on all nodes. The lock is acquired if a
 * majority has it and its validity is not over. Otherwise the lock is released in the
 * background on all nodes that have it or may still get it.
 */
final class RedlockAcquire {

	private static final Predicate<Boolean> TAKEN = Boolean::booleanValue;

	/** Otherwise the script returns the holder. */
	private static final Predicate<List<Object>> WON = List::isEmpty;

	private final NodeGroup masters;

	private final Validity validity;

	private final MinorityCleanup cleanups;

	RedlockAcquire(NodeGroup masters, Validity validity, MinorityCleanup cleanups) {
		this.masters = masters;
		this.validity = validity;
		this.cleanups = cleanups;
	}

	CompletableFuture<Boolean> acquire(String key, String token, long ttlMillis, MonotonicTimer timer) {
		String lock = this.masters.keys().lock(key);
		long ttl = this.validity.onNodes(ttlMillis);
		return run(key, token, ttl, TAKEN, (connection, wanted) -> connection.set(lock, token, ttl, true), timer)
			.thenApply(Result::won);
	}

	CompletableFuture<Contention> contend(String key, String token, long ttlMillis, MonotonicTimer timer) {
		String[] keys = { this.masters.keys().lock(key) };
		long ttl = this.validity.onNodes(ttlMillis);
		String[] args = { token, Long.toString(ttl), "" };
		return run(key, token, ttl, WON, (connection, wanted) -> NodeScript.CONTEND.run(connection, wanted, keys, args),
				timer)
			.thenApply((result) -> {
				if (result.won()) {
					return Contention.WON;
				}
				Holders holders = Holders.of(this.masters.quorum(), result.answers());
				return new Contention(Objects.requireNonNull(holders.first(), "a node has returned the holder"));
			});
	}

	/**
	 * Tries to acquire a lock.
	 * @param key the key
	 * @param token the token
	 * @param ttl the ttl on the nodes
	 * @param given whether a reply means that the node has the lock for this token
	 * @param command the command for a node
	 * @param timer runs the time-out
	 * @return the result
	 */
	<R> CompletableFuture<Result<R>> run(String key, String token, long ttl, Predicate<R> given, NodeCommand<R> command,
			MonotonicTimer timer) {
		return this.cleanups.unfinished(token, timer).thenCompose((cleaning) -> {
			long sentAt = this.masters.clock().nanos();
			Round<R> round = this.masters.vote(given, asking(cleaning, command));
			return round.by(sentAt + this.masters.timeout(), timer)
				.thenApply((answers) -> decide(key, token, ttl, given, new Result<>(true, answers, round, sentAt)));
		});
	}

	/** Skips nodes that were restarted, and nodes where a clean-up is not finished. */
	private static <R> Send<R> asking(Set<Node> except, NodeCommand<R> command) {
		return (node, wanted) -> {
			if (node.isExcluded()) {
				return restarted();
			}
			if (except.contains(node)) {
				return CompletableFuture
					.failedFuture(new NotSentException("a release of an earlier attempt is not finished", null));
			}
			// Checked again when it is sent: a new connection may have shown a restart.
			return node.send((connection, needed) -> node.isExcluded() ? restarted() : command.send(connection, needed),
					wanted);
		};
	}

	private static <R> CompletableFuture<R> restarted() {
		return CompletableFuture
			.failedFuture(new NotSentException("the node was restarted and may have forgotten locks", null));
	}

	private <R> Result<R> decide(String key, String token, long ttl, Predicate<R> given, Result<R> result) {
		List<Answer<R>> answers = result.answers();
		long yes = Answer.count(answers, given);
		boolean majority = this.masters.quorum().reachedBy(yes);
		if (majority && isLeft(ttl, result.sentAt())) {
			return result;
		}
		this.cleanups.start(key, token, result.round(), given);
		if (majority) {
			throw tooLate(key, ttl);
		}
		long no = Answer.count(answers, (reply) -> !given.test(reply));
		if (no == 0 || !this.masters.quorum().reachedBy(yes + no)) {
			throw this.masters.tooFew("acquire", key, answers, yes > 0);
		}
		return new Result<>(false, answers, result.round(), result.sentAt());
	}

	boolean isLeft(long ttl, long sentAt) {
		return this.validity.left(ttl, this.masters.clock().nanos() - sentAt) > 0;
	}

	static StoreException tooLate(String key, long ttl) {
		return new StoreException(Outcome.UNKNOWN, "acquire lock '" + key + "'",
				"its ttl of " + ttl + " ms was over before a majority of the Redlock nodes had answered. "
						+ "Set a longer ttl or a shorter distributed-lock.redlock.node-timeout.",
				null);
	}

	/**
	 * Holds the result of an attempt.
	 *
	 * @param won whether the lock was acquired; otherwise another token holds it
	 * @param answers the answers of the nodes
	 * @param round the round
	 * @param sentAt the time before the commands were sent
	 */
	record Result<R>(boolean won, List<Answer<R>> answers, Round<R> round, long sentAt) {
	}

}

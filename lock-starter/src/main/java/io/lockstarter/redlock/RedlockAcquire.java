package io.lockstarter.redlock;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

import io.lettuce.core.SetArgs;
import io.lockstarter.redlock.Round.Answer;
import io.lockstarter.redlock.Round.Send;
import io.lockstarter.store.Contention;
import io.lockstarter.store.StoreException;
import io.lockstarter.store.StoreException.Outcome;

/**
 * The first phase: asks all nodes for a lock. It is ours if a majority has given it while
 * there was still time left of it. Whatever else comes out, all that it has got, or may
 * still get, is given back in the background.
 */
final class RedlockAcquire {

	private static final Predicate<Boolean> TAKEN = Boolean::booleanValue;

	/** The script says who has it otherwise. */
	private static final Predicate<List<Object>> WON = List::isEmpty;

	private final Masters masters;

	private final Validity validity;

	private final Cleanups cleanups;

	RedlockAcquire(Masters masters, Validity validity, Cleanups cleanups) {
		this.masters = masters;
		this.validity = validity;
		this.cleanups = cleanups;
	}

	boolean acquire(String key, String token, long ttlMillis) {
		String lock = this.masters.lock(key);
		long ttl = this.validity.onNodes(ttlMillis);
		SetArgs args = SetArgs.Builder.nx().px(ttl);
		return run(key, token, ttl, TAKEN,
				asking(this.cleanups.unfinished(token), (commands,
						wanted) -> commands.set(lock, token, args).toCompletableFuture().thenApply(Objects::nonNull)))
			.won();
	}

	Contention contend(String key, String token, long ttlMillis) {
		String[] keys = { this.masters.lock(key) };
		long ttl = this.validity.onNodes(ttlMillis);
		String[] args = { token, Long.toString(ttl), "" };
		Set<Node> cleaning = this.cleanups.unfinished(token);
		Result<List<Object>> result = run(key, token, ttl, WON,
				asking(cleaning, (commands, wanted) -> NodeScript.CONTEND.run(commands, wanted, keys, args)));
		if (result.won()) {
			return Contention.WON;
		}
		Holders holders = new Holders(this.masters.quorum(),
				result.answers().stream().map(Answer::reply).filter(Objects::nonNull).toList());
		return new Contention(Objects.requireNonNull(holders.first(), "a node has said who has it"));
	}

	/**
	 * Asks the nodes that may give locks.
	 * @param except those that may not be asked now
	 * @param command the command
	 * @return sends it
	 */
	static <R> Send<R> asking(Set<Node> except, NodeCommand<R> command) {
		return (node, wanted) -> {
			if (node.staysOut()) {
				return CompletableFuture
					.failedFuture(new NotSentException("it was restarted and may have forgotten locks", null));
			}
			if (except.contains(node)) {
				return CompletableFuture
					.failedFuture(new NotSentException("it has not given back what it was asked for before", null));
			}
			return node.send(command, wanted);
		};
	}

	/**
	 * Asks for a lock.
	 * @param key the key
	 * @param token the token
	 * @param ttl the ttl that the nodes set
	 * @param given whether a node has given it
	 * @param send sends the command
	 * @return whether it is ours
	 */
	<R> Result<R> run(String key, String token, long ttl, Predicate<R> given, Send<R> send) {
		long sentAt = System.nanoTime();
		Round<R> round = this.masters.vote(given, send);
		List<Answer<R>> answers = round.await(this.masters.timeout());
		long yes = Answer.count(answers, given);
		boolean majority = this.masters.quorum().reachedBy(yes);
		if (majority && isLeft(ttl, sentAt)) {
			return new Result<>(true, answers, round, sentAt);
		}
		this.cleanups.start(key, token, round, given);
		if (majority) {
			throw tooLate(key, ttl);
		}
		long no = Answer.count(answers, (reply) -> !given.test(reply));
		if (no == 0 || !this.masters.quorum().reachedBy(yes + no)) {
			throw this.masters.tooFew("acquire", key, answers, yes > 0);
		}
		return new Result<>(false, answers, round, sentAt);
	}

	boolean isLeft(long ttl, long sentAt) {
		return this.validity.left(ttl, System.nanoTime() - sentAt) > 0;
	}

	static StoreException tooLate(String key, long ttl) {
		return new StoreException(Outcome.UNKNOWN,
				"Could not acquire lock '" + key + "': when a majority of the Redlock nodes had answered, its ttl of "
						+ ttl + " ms was over. Set a longer ttl or a shorter distributed-lock.redlock.node-timeout.",
				null);
	}

	/**
	 * How it came out.
	 *
	 * @param won whether it is ours; otherwise another has it
	 * @param answers what the nodes said
	 * @param round the round
	 * @param sentAt the time before it was sent
	 */
	record Result<R>(boolean won, List<Answer<R>> answers, Round<R> round, long sentAt) {
	}

}

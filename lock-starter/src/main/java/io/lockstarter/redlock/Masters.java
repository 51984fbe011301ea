package io.lockstarter.redlock;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

import io.lockstarter.redis.FenceKey;
import io.lockstarter.redlock.Round.Answer;
import io.lockstarter.redlock.Round.Send;
import io.lockstarter.store.StoreException;

/**
 * All nodes, and what the phases share.
 *
 * @param nodes the nodes
 * @param quorum how many of them make a majority
 * @param timeout how long a round may take, in nanoseconds
 * @param prefix what every key in Redis starts with
 */
record Masters(List<Node> nodes, Quorum quorum, long timeout, String prefix) {

	/** How long a counter is kept after its lock: longer than clocks may differ. */
	static final String FENCE_MARGIN = Long.toString(10 * 60 * 1000);

	private static final long LONGEST_FAREWELL = TimeUnit.SECONDS.toNanos(1);

	String lock(String key) {
		return this.prefix + key;
	}

	String counter(String key) {
		return FenceKey.of(this.prefix, key);
	}

	/** The mark that an instance waits for a lock; no lock has such a key. */
	String wanted(String key) {
		return this.prefix + "~wanted:" + key;
	}

	/** The instance that a token is of. */
	static String instance(String token) {
		int colon = token.indexOf(':');
		return (colon < 0) ? token : token.substring(0, colon);
	}

	<R> Round<R> round(Predicate<List<Answer<R>>> enough, Send<R> send) {
		return Round.start(this.nodes, enough, send);
	}

	/** Until a majority has said yes, or cannot any more. */
	<R> Round<R> vote(Predicate<R> yes, Send<R> send) {
		return round((answers) -> this.quorum.decidedBy(Answer.count(answers, yes),
				Answer.count(answers, (reply) -> !yes.test(reply))), send);
	}

	/**
	 * Waits for the nodes that a majority could do without: what is on its way there is
	 * to arrive.
	 */
	void awaitQuiet() {
		long end = System.nanoTime() + Math.min(this.timeout, LONGEST_FAREWELL);
		while (!this.nodes.stream().allMatch(Node::isQuiet) && System.nanoTime() < end) {
			LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
		}
	}

	/**
	 * The failure that too few have answered.
	 * @param verb what was tried, as in "acquire"
	 * @param key the key
	 * @param answers what came back in time
	 * @param applied whether one of those has applied it
	 * @return what is known
	 */
	<R> StoreException tooFew(String verb, String key, List<Answer<R>> answers, boolean applied) {
		return new RedlockFailures(this.quorum, this.timeout / 1_000_000).tooFew(verb + " lock '" + key + "'",
				this.nodes, answers, applied);
	}

}

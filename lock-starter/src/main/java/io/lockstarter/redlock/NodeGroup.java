package io.lockstarter.redlock;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

import io.lockstarter.redlock.Round.Answer;
import io.lockstarter.redlock.Round.Send;
import io.lockstarter.store.MonotonicClock;
import io.lockstarter.store.MonotonicTimer;
import io.lockstarter.store.StoreException;

/**
 * Holds all nodes and everything that the phases share.
 *
 * @param nodes the nodes
 * @param quorum the majority of the nodes
 * @param timeout the longest duration of a round, in nanoseconds
 * @param keys the names of keys on the nodes
 * @param clock the clock of this instance
 */
record NodeGroup(List<Node> nodes, Quorum quorum, long timeout, Keys keys, MonotonicClock clock) {

	private static final long LONGEST_CLOSE_WAIT = TimeUnit.SECONDS.toNanos(1);

	/** Returns the end of a round that begins now. */
	long deadline() {
		return this.clock.nanos() + this.timeout;
	}

	<R> Round<R> round(Predicate<List<Answer<R>>> enough, Send<R> send) {
		return Round.start(this.nodes, enough, send);
	}

	/** Starts a round that ends when a majority says yes or becomes impossible. */
	<R> Round<R> vote(Predicate<R> yes, Send<R> send) {
		return round((answers) -> this.quorum.decidedBy(Answer.count(answers, yes),
				Answer.count(answers, (reply) -> !yes.test(reply))), send);
	}

	/**
	 * Waits until all commands have arrived, also at nodes that the majority did not
	 * need.
	 * @param timer checks the nodes again
	 * @return a future that ends when all nodes are quiet, or after a limited time
	 */
	CompletableFuture<Void> quiet(MonotonicTimer timer) {
		CompletableFuture<Void> quiet = new CompletableFuture<>();
		awaitQuiet(timer, this.clock.nanos() + Math.min(this.timeout, LONGEST_CLOSE_WAIT), quiet);
		return quiet;
	}

	private void awaitQuiet(MonotonicTimer timer, long end, CompletableFuture<Void> quiet) {
		long now = this.clock.nanos();
		if (now >= end || this.nodes.stream().allMatch(Node::isQuiet)) {
			quiet.complete(null);
		}
		else {
			timer.at(now + TimeUnit.MILLISECONDS.toNanos(1), () -> awaitQuiet(timer, end, quiet));
		}
	}

	/**
	 * Creates the exception for too few answers.
	 * @param verb the verb for the message, such as "acquire"
	 * @param key the key
	 * @param answers the answers that came in time
	 * @param applied whether a node that answered has applied the command
	 * @return the exception
	 */
	<R> StoreException tooFew(String verb, String key, List<Answer<R>> answers, boolean applied) {
		return new RedlockFailures(this.quorum, this.timeout / 1_000_000).tooFew(verb + " lock '" + key + "'",
				this.nodes, answers, applied);
	}

}

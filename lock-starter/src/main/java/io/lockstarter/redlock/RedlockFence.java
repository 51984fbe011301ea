package io.lockstarter.redlock;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

import io.lockstarter.redlock.Round.Answer;
import io.lockstarter.store.MonotonicTimer;

/**
 * Takes fencing numbers that always increase, although each node has its own counter. The
 * number is the highest that a node of the majority returned. The next majority shares a
 * node with this one. That node has raised its counter to the number at the release, or
 * the ttl is over and its clock is past the number. The latter requires that the number
 * is below the end of the ttl on all nodes. If clocks or counters differ too much for
 * this, a second round raises the counters of a majority at once.
 */
final class RedlockFence {

	private static final Predicate<List<Object>> GIVEN = Predicate.not(List::isEmpty);

	/** The clock does not advance within a script, and keys expire by the millisecond. */
	private static final long MARGIN = TimeUnit.MILLISECONDS.toMicros(10);

	private final NodeGroup masters;

	private final Validity validity;

	private final RedlockAcquire acquire;

	private final MinorityCleanup cleanups;

	RedlockFence(NodeGroup masters, Validity validity, RedlockAcquire acquire, MinorityCleanup cleanups) {
		this.masters = masters;
		this.validity = validity;
		this.acquire = acquire;
		this.cleanups = cleanups;
	}

	/**
	 * Acquires the lock with numbers. Returns the first number, or zero if it is busy.
	 */
	CompletableFuture<Long> acquire(String key, String token, long ttlMillis, int count, MonotonicTimer timer) {
		long ttl = this.validity.onNodes(ttlMillis);
		return this.acquire.run(key, token, ttl, GIVEN, drawing(key, token, ttl, count, "1"), timer)
			.thenCompose((result) -> {
				if (!result.won()) {
					return CompletableFuture.completedFuture(0L);
				}
				return settle(key, token, ttl, count, result.answers(), result.sentAt(), timer)
					.whenComplete((first, failure) -> {
						if (failure != null) {
							this.cleanups.start(key, token, result.round(), GIVEN);
						}
					});
			});
	}

	/** Takes numbers for a lock that the token holds, and renews the lock. */
	CompletableFuture<Long> draw(String key, String token, long ttlMillis, int count, MonotonicTimer timer) {
		long ttl = this.validity.onNodes(ttlMillis);
		long sentAt = this.masters.clock().nanos();
		NodeCommand<List<Object>> command = drawing(key, token, ttl, count, "0");
		return this.masters.vote(GIVEN, (node, wanted) -> node.send(command, wanted))
			.by(sentAt + this.masters.timeout(), timer)
			.thenCompose((answers) -> {
				if (this.masters.quorum().reachedBy(Answer.count(answers, GIVEN))) {
					return settle(key, token, ttl, count, answers, sentAt, timer);
				}
				if (this.masters.quorum().ruledOutBy(Answer.count(answers, List::isEmpty))) {
					return CompletableFuture.completedFuture(0L);
				}
				throw this.masters.tooFew("take a fencing number for", key, answers, true);
			});
	}

	private NodeCommand<List<Object>> drawing(String key, String token, long ttl, int count, String create) {
		String[] keys = { this.masters.keys().lock(key), this.masters.keys().counter(key) };
		String[] args = { token, Long.toString(ttl), Integer.toString(count), create };
		return (connection, wanted) -> NodeScript.FENCE.run(connection, wanted, keys, args);
	}

	private CompletableFuture<Long> settle(String key, String token, long ttl, int count,
			List<Answer<List<Object>>> answers, long sentAt, MonotonicTimer timer) {
		List<Drawn> drawn = answers.stream()
			.map(Answer::reply)
			.filter((reply) -> reply != null && GIVEN.test(reply))
			.map(Drawn::of)
			.toList();
		long first = drawn.stream().mapToLong(Drawn::number).max().orElseThrow();
		long last = first + count - 1;
		long lasts = TimeUnit.MILLISECONDS.toMicros(ttl) - MARGIN;
		boolean known = drawn.stream().allMatch((one) -> last < one.time() + lasts);
		CompletableFuture<Void> raised = known ? CompletableFuture.completedFuture(null)
				: raise(key, token, last, timer);
		return raised.thenApply((done) -> {
			if (!this.acquire.isLeft(ttl, sentAt)) {
				throw RedlockAcquire.tooLate(key, ttl);
			}
			return first;
		});
	}

	private CompletableFuture<Void> raise(String key, String token, long number, MonotonicTimer timer) {
		String[] keys = { this.masters.keys().lock(key), this.masters.keys().counter(key) };
		String[] args = { token, Long.toString(number) };
		Predicate<Long> raised = (reply) -> reply == 1;
		NodeCommand<Long> command = (connection, wanted) -> NodeScript.RAISE.run(connection, wanted, keys, args);
		return this.masters.vote(raised, (node, wanted) -> node.send(command, wanted))
			.by(this.masters.deadline(), timer)
			.thenAccept((answers) -> {
				if (!this.masters.quorum().reachedBy(Answer.count(answers, raised))) {
					throw this.masters.tooFew("take a fencing number for", key, answers, true);
				}
			});
	}

	/**
	 * Holds the numbers of one node.
	 *
	 * @param number the first of the numbers
	 * @param time the time of the node's clock, in microseconds
	 */
	private record Drawn(long number, long time) {

		static Drawn of(List<Object> reply) {
			return new Drawn(Long.parseLong((String) reply.get(0)), Long.parseLong((String) reply.get(1)));
		}

	}

}

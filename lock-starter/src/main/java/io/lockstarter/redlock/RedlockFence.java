package io.lockstarter.redlock;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

import io.lockstarter.redlock.RedlockAcquire.Result;
import io.lockstarter.redlock.Round.Answer;
import io.lockstarter.store.StoreException;

/**
 * Fencing numbers that go up although every node counts for itself. The number is the
 * highest that a node of the majority has drawn. Whoever comes next shares a node with
 * this majority, and that node was freed by a release, which brings it the number, or by
 * the end of the ttl, when its clock is past the number: as long as the number is below
 * the end of the ttl on all of them. Where it is not, since clocks or counters are far
 * apart, a second round brings the number to a majority at once.
 */
final class RedlockFence {

	private static final Predicate<List<Object>> GIVEN = Predicate.not(List::isEmpty);

	/** Scripts stop the server's clock, and it expires keys by the millisecond. */
	private static final long MARGIN = TimeUnit.MILLISECONDS.toMicros(10);

	private final Masters masters;

	private final Validity validity;

	private final RedlockAcquire acquire;

	private final Cleanups cleanups;

	RedlockFence(Masters masters, Validity validity, RedlockAcquire acquire, Cleanups cleanups) {
		this.masters = masters;
		this.validity = validity;
		this.acquire = acquire;
		this.cleanups = cleanups;
	}

	/** Takes the lock, with numbers; returns the first of them, or zero. */
	long acquire(String key, String token, long ttlMillis, int count) {
		long ttl = this.validity.onNodes(ttlMillis);
		Result<List<Object>> result = this.acquire.run(key, token, ttl, GIVEN,
				RedlockAcquire.asking(this.cleanups.unfinished(token), drawing(key, token, ttl, count, "1")));
		if (!result.won()) {
			return 0;
		}
		try {
			return settle(key, token, ttl, count, result.answers(), result.sentAt());
		}
		catch (StoreException ex) {
			this.cleanups.start(key, token, result.round(), GIVEN);
			throw ex;
		}
	}

	/** Takes numbers for a lock that the token has, and prolongs it. */
	long draw(String key, String token, long ttlMillis, int count) {
		long ttl = this.validity.onNodes(ttlMillis);
		long sentAt = System.nanoTime();
		NodeCommand<List<Object>> command = drawing(key, token, ttl, count, "0");
		List<Answer<List<Object>>> answers = this.masters.vote(GIVEN, (node, wanted) -> node.send(command, wanted))
			.await(this.masters.timeout());
		if (this.masters.quorum().reachedBy(Answer.count(answers, GIVEN))) {
			return settle(key, token, ttl, count, answers, sentAt);
		}
		if (this.masters.quorum().ruledOutBy(Answer.count(answers, List::isEmpty))) {
			return 0;
		}
		throw this.masters.tooFew("fence", key, answers, true);
	}

	private NodeCommand<List<Object>> drawing(String key, String token, long ttl, int count, String create) {
		String[] keys = { this.masters.lock(key), this.masters.counter(key) };
		String[] args = { token, Long.toString(ttl), Integer.toString(count), create, Masters.FENCE_MARGIN };
		return (commands, wanted) -> NodeScript.FENCE.run(commands, wanted, keys, args);
	}

	private long settle(String key, String token, long ttl, int count, List<Answer<List<Object>>> answers,
			long sentAt) {
		List<Drawn> drawn = answers.stream()
			.map(Answer::reply)
			.filter((reply) -> reply != null && GIVEN.test(reply))
			.map(Drawn::of)
			.toList();
		long first = drawn.stream().mapToLong(Drawn::number).max().orElseThrow();
		long last = first + count - 1;
		long lasts = TimeUnit.MILLISECONDS.toMicros(ttl) - MARGIN;
		if (!drawn.stream().allMatch((one) -> last < one.time() + lasts)) {
			raise(key, token, last);
		}
		if (!this.acquire.isLeft(ttl, sentAt)) {
			throw RedlockAcquire.tooLate(key, ttl);
		}
		return first;
	}

	private void raise(String key, String token, long number) {
		String[] keys = { this.masters.lock(key), this.masters.counter(key) };
		String[] args = { token, Long.toString(number), Masters.FENCE_MARGIN };
		Predicate<Long> raised = (reply) -> reply == 1;
		List<Answer<Long>> answers = this.masters
			.vote(raised,
					(node, wanted) -> node
						.send((commands, needed) -> NodeScript.RAISE.run(commands, needed, keys, args), wanted))
			.await(this.masters.timeout());
		if (!this.masters.quorum().reachedBy(Answer.count(answers, raised))) {
			throw this.masters.tooFew("fence", key, answers, true);
		}
	}

	/**
	 * What a node has drawn.
	 *
	 * @param number the first of the numbers
	 * @param time its clock then, in microseconds
	 */
	private record Drawn(long number, long time) {

		static Drawn of(List<Object> reply) {
			return new Drawn(Long.parseLong((String) reply.get(0)), Long.parseLong((String) reply.get(1)));
		}

	}

}

package io.lockstarter.redlock;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.LongPredicate;

import io.lockstarter.redlock.Round.Answer;
import io.lockstarter.redlock.Round.Send;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.MonotonicTimer;

/**
 * Counts the votes of the nodes on each entry of a batch. A vote is yes (above zero), no
 * (zero), or unknown.
 *
 * @param <E> an entry
 */
final class MajorityVote<E> {

	private static final int LIMIT = LockStore.LARGEST_BATCH;

	private final NodeGroup masters;

	private final String verb;

	private final Function<E, String> key;

	private final Function<List<E>, Send<List<Object>>> send;

	/**
	 * Prepares votes.
	 * @param masters the nodes
	 * @param verb the verb for messages, such as "renew"
	 * @param key returns the key of an entry
	 * @param send sends some of the entries to one node
	 */
	MajorityVote(NodeGroup masters, String verb, Function<E, String> key, Function<List<E>, Send<List<Object>>> send) {
		this.masters = masters;
		this.verb = verb;
		this.key = key;
		this.send = send;
	}

	/**
	 * Sends many entries at once, in parts that do not block a node: rule P (batches).
	 */
	<R> CompletableFuture<List<R>> all(List<E> batch, MonotonicTimer timer, BiFunction<Verdict, E, R> result) {
		long end = this.masters.deadline();
		List<CompletableFuture<List<Answer<List<Object>>>>> parts = new ArrayList<>();
		for (int from = 0; from < batch.size(); from += LIMIT) {
			parts.add(start(batch.subList(from, Math.min(batch.size(), from + LIMIT))).by(end, timer));
		}
		return CompletableFuture.allOf(parts.toArray(CompletableFuture[]::new))
			.thenApply((all) -> results(batch, parts.stream().map(CompletableFuture::join).toList(), result));
	}

	private <R> List<R> results(List<E> batch, List<List<Answer<List<Object>>>> parts,
			BiFunction<Verdict, E, R> result) {
		List<R> results = new ArrayList<>(batch.size());
		boolean open = !batch.isEmpty();
		for (int i = 0; i < batch.size(); i++) {
			Verdict verdict = verdict(parts.get(i / LIMIT), i % LIMIT);
			open &= verdict == Verdict.OPEN;
			results.add(result.apply(verdict, batch.get(i)));
		}
		if (open) {
			throw this.masters.tooFew(this.verb, this.key.apply(batch.get(0)), parts.get(parts.size() - 1), true);
		}
		return results;
	}

	private Round<List<Object>> start(List<E> part) {
		return this.masters.round((answers) -> isDecided(answers, part.size()), this.send.apply(part));
	}

	/** Sends one entry, and returns the answers of the nodes. */
	CompletableFuture<List<Answer<List<Object>>>> one(E entry, MonotonicTimer timer) {
		return start(List.of(entry)).by(this.masters.deadline(), timer);
	}

	/** Returns the verdict on a single entry, or throws if there is none. */
	Verdict single(E entry, List<Answer<List<Object>>> answers) {
		Verdict verdict = verdict(answers, 0);
		if (verdict == Verdict.OPEN) {
			throw this.masters.tooFew(this.verb, this.key.apply(entry), answers, true);
		}
		return verdict;
	}

	private boolean isDecided(List<Answer<List<Object>>> answers, int size) {
		for (int i = 0; i < size; i++) {
			if (verdict(answers, i) == Verdict.OPEN) {
				return false;
			}
		}
		return true;
	}

	private Verdict verdict(List<Answer<List<Object>>> answers, int entry) {
		if (this.masters.quorum().reachedBy(count(answers, entry, (vote) -> vote > 0))) {
			return Verdict.YES;
		}
		return this.masters.quorum().ruledOutBy(count(answers, entry, (vote) -> vote == 0)) ? Verdict.NO : Verdict.OPEN;
	}

	private static long count(List<Answer<List<Object>>> answers, int entry, LongPredicate expected) {
		return Answer.count(answers, (replies) -> entry < replies.size() && expected.test((Long) replies.get(entry)));
	}

	/** The result of a vote on an entry. */
	enum Verdict {

		/** A majority voted yes. */
		YES,

		/** So many voted no that a majority for yes is impossible. */
		NO,

		/** Too few nodes voted. */
		OPEN

	}

}

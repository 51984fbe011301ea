package io.lockstarter.redlock;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.LongPredicate;

import io.lockstarter.redlock.Round.Answer;
import io.lockstarter.redlock.Round.Send;

/**
 * A vote of the nodes on each entry of a batch: a node says yes (above zero), no (zero),
 * or that it does not know.
 *
 * @param <E> an entry
 */
final class Ballot<E> {

	private static final int LIMIT = 500;

	private final Masters masters;

	private final String verb;

	private final Function<E, String> key;

	private final Function<List<E>, Send<List<Object>>> send;

	/**
	 * Prepares votes.
	 * @param masters the nodes
	 * @param verb what is voted on, as in "renew"
	 * @param key the key of an entry
	 * @param send sends some of the entries to one node
	 */
	Ballot(Masters masters, String verb, Function<E, String> key, Function<List<E>, Send<List<Object>>> send) {
		this.masters = masters;
		this.verb = verb;
		this.key = key;
		this.send = send;
	}

	/** Many, in parts that do not hold up a node (rule P), all parts at once. */
	<R> List<R> all(List<E> batch, BiFunction<Verdict, E, R> result) {
		List<Round<List<Object>>> rounds = new ArrayList<>();
		for (int from = 0; from < batch.size(); from += LIMIT) {
			rounds.add(start(batch.subList(from, Math.min(batch.size(), from + LIMIT))));
		}
		List<Verdict> verdicts = new ArrayList<>(batch.size());
		List<Answer<List<Object>>> last = List.of();
		long end = System.nanoTime() + this.masters.timeout();
		for (Round<List<Object>> round : rounds) {
			last = round.await(Math.max(0, end - System.nanoTime()));
			for (int i = 0, size = Math.min(LIMIT, batch.size() - verdicts.size()); i < size; i++) {
				verdicts.add(verdict(last, i));
			}
		}
		if (!batch.isEmpty() && Collections.frequency(verdicts, Verdict.OPEN) == batch.size()) {
			throw this.masters.tooFew(this.verb, this.key.apply(batch.get(0)), last, true);
		}
		List<R> results = new ArrayList<>(batch.size());
		for (int i = 0; i < batch.size(); i++) {
			results.add(result.apply(verdicts.get(i), batch.get(i)));
		}
		return results;
	}

	Round<List<Object>> start(List<E> part) {
		return this.masters.round((answers) -> isDecided(answers, part.size()), this.send.apply(part));
	}

	/** The verdict on a single entry; there must be one. */
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

	/** What the nodes say of an entry. */
	enum Verdict {

		/** A majority says yes. */
		YES,

		/** So many say no that there is no majority for yes. */
		NO,

		/** Too few have said anything. */
		OPEN

	}

}

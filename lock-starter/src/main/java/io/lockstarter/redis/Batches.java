package io.lockstarter.redis;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

import io.lockstarter.store.StoreException;
import io.lockstarter.store.StoreException.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * Splits a batch into parts that one script may handle: keys of one slot, and not so many
 * that the script holds up the server (rule P). A part that fails leaves the others
 * alone; only if all fail is the first failure thrown.
 *
 * @param <E> an entry of the batch
 * @param <R> the reply to an entry
 */
final class Batches<E, R> {

	static final int LIMIT = 500;

	private final Topology topology;

	private final Function<List<E>, List<R>> send;

	private final R failed;

	private final Set<Object> silentNodes = new HashSet<>();

	private @Nullable StoreException firstFailure;

	private boolean answered;

	/**
	 * Prepares one batch.
	 * @param topology says what may meet
	 * @param send sends a part and returns as many replies
	 * @param failed the reply to every entry of a part that failed
	 */
	Batches(Topology topology, Function<List<E>, List<R>> send, R failed) {
		this.topology = topology;
		this.send = send;
		this.failed = failed;
	}

	List<R> run(List<E> batch, Function<E, String> key) {
		Map<Integer, List<Integer>> slots = new LinkedHashMap<>();
		for (int i = 0; i < batch.size(); i++) {
			slots.computeIfAbsent(this.topology.slot(key.apply(batch.get(i))), (slot) -> new ArrayList<>()).add(i);
		}
		List<R> replies = new ArrayList<>(Collections.nCopies(batch.size(), this.failed));
		slots.forEach((slot, places) -> {
			for (int from = 0; from < places.size(); from += LIMIT) {
				runPart(slot, batch, places.subList(from, Math.min(places.size(), from + LIMIT)), replies);
			}
		});
		if (this.firstFailure != null && !this.answered) {
			throw this.firstFailure;
		}
		return replies;
	}

	private void runPart(int slot, List<E> batch, List<Integer> places, List<R> replies) {
		// One time-out per server: else a dead one would use up the time of the others.
		if (!this.silentNodes.isEmpty() && this.silentNodes.contains(this.topology.node(slot))) {
			return;
		}
		try {
			List<R> answers = this.send.apply(places.stream().map(batch::get).toList());
			for (int i = 0; i < places.size(); i++) {
				replies.set(places.get(i), answers.get(i));
			}
			this.answered = true;
		}
		catch (StoreException ex) {
			failed(slot, ex);
		}
	}

	private void failed(int slot, StoreException failure) {
		if (this.firstFailure == null) {
			this.firstFailure = failure;
		}
		Object node = (failure.outcome() == Outcome.UNKNOWN) ? this.topology.node(slot) : null;
		if (node != null) {
			this.silentNodes.add(node);
		}
	}

}

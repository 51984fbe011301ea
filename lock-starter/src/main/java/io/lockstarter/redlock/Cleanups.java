package io.lockstarter.redlock;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

import io.lockstarter.redlock.Round.Answer;
import io.lockstarter.store.Release;

/**
 * Gives back what an attempt has taken on a minority, or may take there after its end:
 * each node is sent a release as soon as it is known that it needs one, in the
 * background.
 */
final class Cleanups {

	private final Masters masters;

	private final RedlockRelease release;

	private final ConcurrentHashMap<String, List<CompletableFuture<Void>>> byToken = new ConcurrentHashMap<>();

	Cleanups(Masters masters, RedlockRelease release) {
		this.masters = masters;
		this.release = release;
	}

	/**
	 * Cleans up after an attempt.
	 * @param key the key
	 * @param token the token of the attempt
	 * @param attempt its round
	 * @param taken whether a node has given the key
	 */
	<R> void start(String key, String token, Round<R> attempt, Predicate<R> taken) {
		List<Release> entry = List.of(new Release(key, token, 0, RedlockRelease.NO_FENCE));
		List<CompletableFuture<Void>> ends = new ArrayList<>();
		List<CompletableFuture<R>> replies = attempt.replies();
		for (int i = 0; i < replies.size(); i++) {
			Node node = this.masters.nodes().get(i);
			ends.add(replies.get(i)
				.handle((reply, failure) -> (failure != null)
						? !(RedlockFailures.unwrapped(failure) instanceof NotSentException) : taken.test(reply))
				.thenCompose((needed) -> needed ? end(this.release.send(node, entry))
						: CompletableFuture.completedFuture(null)));
		}
		this.byToken.put(token, ends);
		var unused = CompletableFuture.allOf(ends.toArray(CompletableFuture[]::new))
			.thenRun(() -> this.byToken.remove(token, ends));
	}

	private static CompletableFuture<Void> end(CompletableFuture<List<Object>> sent) {
		return sent.handle((reply, failure) -> null);
	}

	/**
	 * Lets the clean-up after an attempt end before the same token is used again: else it
	 * would take away what is given then.
	 * @param token the token
	 * @return where it has not ended: there the token must not be used
	 */
	Set<Node> unfinished(String token) {
		Set<Node> unfinished = new HashSet<>();
		List<CompletableFuture<Void>> ends = this.byToken.get(token);
		if (ends != null) {
			await(ends, unfinished);
		}
		for (Node node : this.masters.nodes()) {
			if (node.leftovers().has(token)) {
				unfinished.add(node);
			}
		}
		return unfinished;
	}

	private void await(List<CompletableFuture<Void>> ends, Set<Node> unfinished) {
		Round
			.start(this.masters.nodes(), (List<Answer<Void>> answers) -> false,
					(node, wanted) -> ends.get(this.masters.nodes().indexOf(node)))
			.await(this.masters.timeout());
		for (int i = 0; i < ends.size(); i++) {
			if (!ends.get(i).isDone()) {
				unfinished.add(this.masters.nodes().get(i));
			}
		}
	}

}

package io.lockstarter.redlock;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

import io.lockstarter.store.MonotonicTimer;
import io.lockstarter.store.Release;

/**
 * Releases a lock that a failed attempt acquired on a minority of nodes, or may still
 * acquire there. It works in the background, and sends a release to each node that needs
 * one.
 */
final class MinorityCleanup {

	private final NodeGroup masters;

	private final ConcurrentHashMap<String, List<CompletableFuture<Void>>> byToken = new ConcurrentHashMap<>();

	MinorityCleanup(NodeGroup masters) {
		this.masters = masters;
	}

	/**
	 * Cleans up after an attempt.
	 * @param key the key
	 * @param token the token of the attempt
	 * @param attempt its round
	 * @param taken whether a reply means that the node has the lock
	 */
	<R> void start(String key, String token, Round<R> attempt, Predicate<R> taken) {
		ReleaseBatch entry = new ReleaseBatch(this.masters.keys(),
				List.of(new Release(key, token, 0, RedlockRelease.NO_FENCE)));
		List<CompletableFuture<Void>> ends = new ArrayList<>();
		List<CompletableFuture<R>> replies = attempt.replies();
		for (int i = 0; i < replies.size(); i++) {
			Node node = this.masters.nodes().get(i);
			ends.add(replies.get(i)
				.handle((reply, failure) -> (failure != null)
						? !(RedlockFailures.unwrapped(failure) instanceof NotSentException) : taken.test(reply))
				.thenCompose((needed) -> needed ? end(node.release(entry)) : CompletableFuture.completedFuture(null)));
		}
		// The clean-up of an earlier attempt may continue on nodes that this one skipped.
		List<CompletableFuture<Void>> all = this.byToken.merge(token, ends, MinorityCleanup::both);
		var unused = CompletableFuture.allOf(all.toArray(CompletableFuture[]::new))
			.whenComplete((done, failure) -> this.byToken.remove(token, all));
	}

	private static List<CompletableFuture<Void>> both(List<CompletableFuture<Void>> some,
			List<CompletableFuture<Void>> others) {
		List<CompletableFuture<Void>> both = new ArrayList<>();
		for (int i = 0; i < some.size(); i++) {
			both.add(CompletableFuture.allOf(some.get(i), others.get(i)));
		}
		return both;
	}

	private static CompletableFuture<Void> end(CompletableFuture<List<Object>> sent) {
		return sent.handle((reply, failure) -> null);
	}

	/**
	 * Waits for the clean-up of a token before it is used again. Otherwise the clean-up
	 * could release the new lock of that token.
	 * @param token the token
	 * @param timer limits the wait
	 * @return the nodes where the clean-up has not ended, so the token must not be used
	 */
	CompletableFuture<Set<Node>> unfinished(String token, MonotonicTimer timer) {
		List<CompletableFuture<Void>> ends = this.byToken.get(token);
		if (ends == null) {
			return CompletableFuture.completedFuture(unfinished(token, List.of()));
		}
		Round<Void> all = this.masters.round((answers) -> false,
				(node, wanted) -> ends.get(this.masters.nodes().indexOf(node)));
		return all.by(this.masters.deadline(), timer).thenApply((answers) -> unfinished(token, ends));
	}

	private Set<Node> unfinished(String token, List<CompletableFuture<Void>> ends) {
		Set<Node> unfinished = Set.of();
		List<Node> nodes = this.masters.nodes();
		for (int i = 0; i < nodes.size(); i++) {
			boolean ended = ends.isEmpty() || ends.get(i).isDone();
			if (!ended || nodes.get(i).hasUnconfirmedRelease(token)) {
				unfinished = new HashSet<>(unfinished);
				unfinished.add(nodes.get(i));
			}
		}
		return unfinished;
	}

}

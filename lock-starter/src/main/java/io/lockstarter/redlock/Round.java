package io.lockstarter.redlock;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

import io.lockstarter.store.MonotonicTimer;
import org.jspecify.annotations.Nullable;

/**
 * Sends one command to all nodes at once. It ends with enough replies, with all replies,
 * or with the time-out. Later replies do not count.
 *
 * @param <R> the reply of a node
 */
final class Round<R> {

	private final List<Node> nodes;

	private final Predicate<List<Answer<R>>> enough;

	private final List<Answer<R>> answers = new ArrayList<>();

	private final List<CompletableFuture<R>> replies = new ArrayList<>();

	private final CompletableFuture<List<Answer<R>>> closed = new CompletableFuture<>();

	private Round(List<Node> nodes, Predicate<List<Answer<R>>> enough) {
		this.nodes = nodes;
		this.enough = enough;
	}

	/**
	 * Sends a command to all nodes.
	 * @param nodes the nodes
	 * @param enough whether these answers decide the result
	 * @param send sends it to one of them
	 * @return the round
	 */
	static <R> Round<R> start(List<Node> nodes, Predicate<List<Answer<R>>> enough, Send<R> send) {
		Round<R> round = new Round<>(nodes, enough);
		BooleanSupplier wanted = () -> !round.closed.isDone();
		for (Node node : nodes) {
			round.replies.add(send.to(node, wanted));
		}
		for (int i = 0; i < nodes.size(); i++) {
			Node node = nodes.get(i);
			var unused = round.replies.get(i)
				.whenComplete((reply, failure) -> round.answered(new Answer<>(node, reply, failure)));
		}
		return round;
	}

	private void answered(Answer<R> answer) {
		List<Answer<R>> all = null;
		synchronized (this) {
			this.answers.add(answer);
			if (!this.closed.isDone() && (this.answers.size() == this.nodes.size() || this.enough.test(this.answers))) {
				all = List.copyOf(this.answers);
			}
		}
		if (all != null) {
			this.closed.complete(all);
		}
	}

	private void timeOut() {
		List<Answer<R>> all;
		synchronized (this) {
			all = List.copyOf(this.answers);
		}
		this.closed.complete(all);
	}

	/**
	 * Ends the round at a time, if it has not ended before.
	 * @param time the time
	 * @param timer the timer
	 * @return the answers that count
	 */
	CompletableFuture<List<Answer<R>>> by(long time, MonotonicTimer timer) {
		if (!this.closed.isDone()) {
			Runnable cancel = timer.at(time, this::timeOut);
			var unused = this.closed.whenComplete((answered, failure) -> cancel.run());
		}
		return this.closed;
	}

	/** Returns the final result of the command on each node. */
	List<CompletableFuture<R>> replies() {
		return this.replies;
	}

	/**
	 * Holds the answer of a node.
	 *
	 * @param node the node
	 * @param reply its reply, if any
	 * @param failure the failure, if there is no reply
	 */
	record Answer<R>(Node node, @Nullable R reply, @Nullable Throwable failure) {

		boolean is(Predicate<R> expected) {
			return this.reply != null && expected.test(this.reply);
		}

		static <R> long count(List<Answer<R>> answers, Predicate<R> expected) {
			long count = 0;
			for (Answer<R> answer : answers) {
				count += answer.is(expected) ? 1 : 0;
			}
			return count;
		}

	}

	/** Sends a command to one node. */
	interface Send<R> {

		CompletableFuture<R> to(Node node, BooleanSupplier wanted);

	}

}

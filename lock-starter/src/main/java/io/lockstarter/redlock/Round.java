package io.lockstarter.redlock;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

/**
 * One command on all nodes at once, until there are enough replies, or all, or the time
 * is over. Then it is closed: what comes later does not count.
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
	 * @param enough whether these answers decide it
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
	 * Waits for the end, also if the thread is interrupted: it does not take long.
	 * @param nanos how long to wait
	 * @return the answers that count
	 */
	List<Answer<R>> await(long nanos) {
		long end = System.nanoTime() + nanos;
		boolean interrupted = false;
		try {
			while (true) {
				try {
					return this.closed.get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
				}
				catch (TimeoutException ex) {
					timeOut();
					return this.closed.join();
				}
				catch (InterruptedException ex) {
					interrupted = true;
				}
				catch (ExecutionException ex) {
					throw new IllegalStateException(ex);
				}
			}
		}
		finally {
			if (interrupted) {
				Thread.currentThread().interrupt();
			}
		}
	}

	/** The same without waiting. */
	CompletableFuture<List<Answer<R>>> end(long nanos) {
		if (!this.closed.isDone()) {
			CompletableFuture.delayedExecutor(nanos, TimeUnit.NANOSECONDS, Runnable::run).execute(this::timeOut);
		}
		return this.closed;
	}

	/** What becomes of the command on each node, in the end. */
	List<CompletableFuture<R>> replies() {
		return this.replies;
	}

	/**
	 * What came back from a node.
	 *
	 * @param node the node
	 * @param reply its reply
	 * @param failure why there is none
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

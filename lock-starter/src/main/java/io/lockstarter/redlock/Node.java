package io.lockstarter.redlock;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

import io.lockstarter.store.MonotonicClock;
import io.lockstarter.store.MonotonicTimer;
import io.lockstarter.store.Release;
import org.jspecify.annotations.Nullable;

/**
 * Sends commands to one of the masters over one connection, where they arrive in the
 * order in which they were sent. For a node that is down, a command fails at once. While
 * the node is being connected, commands are queued. A node that has not answered for a
 * long time counts as down.
 */
final class Node {

	private final NodeUri uri;

	private final MonotonicClock clock;

	private final MonotonicTimer timer;

	private final Restarts restarts;

	private final UnconfirmedReleases unconfirmed;

	private final NodeLink link;

	private final NodeHealth health;

	/** Whether the node seems to be silent and will be checked again. */
	private final AtomicBoolean suspected = new AtomicBoolean();

	private final Queue<Queued<?>> queue = new ArrayDeque<>();

	private volatile @Nullable NodeConnection connection;

	/**
	 * The reason why the node is unreachable; {@code null} while it is being connected.
	 */
	private @Nullable Throwable failure;

	Node(NodeUri uri, NodeConnector connector, MonotonicClock clock, MonotonicTimer timer, long timeout,
			Restarts restarts, Keys keys) {
		this.uri = uri;
		this.clock = clock;
		this.timer = timer;
		this.restarts = restarts;
		this.unconfirmed = new UnconfirmedReleases(keys, clock);
		this.link = new NodeLink(uri, connector, clock, timer, restarts, this);
		this.health = new NodeHealth(Math.max(10 * timeout, NodeLink.LONGEST_PAUSE));
	}

	/** Starts to connect. */
	void connect() {
		this.link.connect();
	}

	/**
	 * Returns a future that ends with the first attempt to connect, successful or not.
	 */
	CompletableFuture<Void> triedOnce() {
		return this.link.triedOnce();
	}

	boolean isConnected() {
		return this.connection != null;
	}

	/** Returns whether no command or reply is in transit. */
	synchronized boolean isQuiet() {
		return this.queue.isEmpty() && this.health.isQuiet();
	}

	/** Returns whether a recent restart excludes it: it may have forgotten a lock. */
	boolean isExcluded() {
		return this.restarts.isExcluded(this.clock.nanos());
	}

	/** Returns whether a release of this token may still be sent to it. */
	boolean hasUnconfirmedRelease(String token) {
		return this.unconfirmed.has(token);
	}

	/**
	 * Releases locks that it may have.
	 * @param part the releases
	 * @return its reply; if the connection ends before, they are sent again later
	 */
	CompletableFuture<List<Object>> release(ReleaseBatch part) {
		return this.unconfirmed.send(this, part);
	}

	/**
	 * Keeps releases until they are confirmed.
	 * @param missed the releases
	 * @return {@code false} if it is connected, so that the caller must send them now
	 */
	synchronized boolean keep(List<Release> missed) {
		this.unconfirmed.add(missed);
		return this.connection == null;
	}

	/**
	 * Sends a command.
	 * @param command the command
	 * @param wanted whether the reply is still needed; if not, the command is not sent
	 * @return the reply, {@link NotSentException} or another failure
	 */
	<T> CompletableFuture<T> send(NodeCommand<T> command, BooleanSupplier wanted) {
		NodeConnection open = this.connection;
		if (open == null) {
			synchronized (this) {
				open = this.connection;
				if (open == null && this.failure != null) {
					return CompletableFuture.failedFuture(NotSentException.notConnected(this.failure));
				}
				if (open == null) {
					Queued<T> queued = new Queued<>(command, wanted, new CompletableFuture<>());
					this.queue.add(queued);
					return queued.reply();
				}
			}
		}
		return dispatch(open, command, wanted);
	}

	private <T> CompletableFuture<T> dispatch(NodeConnection open, NodeCommand<T> command, BooleanSupplier wanted) {
		if (!this.health.sent(this.clock.nanos()) && this.suspected.compareAndSet(false, true)) {
			// After a pause of this process, there may be answers that were not read yet.
			this.timer.at(this.clock.nanos() + NodeLink.SHORTEST_PAUSE, () -> giveUpIfSilent(open));
		}
		CompletableFuture<T> reply;
		try {
			reply = command.send(open, wanted);
		}
		catch (RuntimeException ex) { // the other nodes must receive the command anyway
			reply = CompletableFuture.failedFuture(ex);
		}
		return reply.whenComplete((answer, failed) -> {
			this.health.answered(this.clock.nanos());
			// Commands fail before the client reports that their connection has ended.
			if (RedlockFailures.isConnectionFailure(failed)) {
				this.link.lost(open, new NotSentException("the connection was lost", null));
			}
		});
	}

	private void giveUpIfSilent(NodeConnection open) {
		this.suspected.set(false);
		if (this.health.isSilent(this.clock.nanos())) {
			this.link.lost(open, new NotSentException("no answer for a long time", null));
		}
	}

	/**
	 * Uses a new connection. It first sends the unconfirmed releases, then the queued
	 * commands.
	 * @param opened the connection
	 */
	void connected(NodeConnection opened) {
		List<Runnable> sent = new ArrayList<>();
		synchronized (this) {
			this.unconfirmed.sendAll(opened);
			for (Queued<?> next = this.queue.poll(); next != null; next = this.queue.poll()) {
				sent.add(next.send(this, opened));
			}
			this.failure = null;
			this.connection = opened;
		}
		// Outside of the synchronized block: a reply may cause a command to another node.
		sent.forEach(Runnable::run);
	}

	/**
	 * Forgets a connection.
	 * @param ended the connection
	 * @return whether it was the connection of this node
	 */
	synchronized boolean disconnected(NodeConnection ended) {
		if (this.connection != ended) {
			return false;
		}
		this.connection = null;
		return true;
	}

	/**
	 * Refuses commands until it is connected.
	 * @param cause the reason why it is unreachable
	 */
	void unreachable(Throwable cause) {
		List<Queued<?>> refused;
		synchronized (this) {
			this.failure = cause;
			refused = List.copyOf(this.queue);
			this.queue.clear();
		}
		refused.forEach((queued) -> queued.reply().completeExceptionally(NotSentException.notConnected(cause)));
	}

	@Override
	public String toString() {
		return this.uri.address();
	}

	/**
	 * Holds a command that waits for the connection.
	 *
	 * @param command the command
	 * @param wanted whether its reply is still needed
	 * @param reply its reply
	 */
	private record Queued<T>(NodeCommand<T> command, BooleanSupplier wanted, CompletableFuture<T> reply) {

		/** Sends the command, and returns a task that passes the reply on. */
		Runnable send(Node node, NodeConnection opened) {
			if (!this.wanted.getAsBoolean()) {
				return () -> this.reply
					.completeExceptionally(new NotSentException("the node was connected too late", null));
			}
			CompletableFuture<T> sent = node.dispatch(opened, this.command, this.wanted);
			return () -> {
				var unused = sent.whenComplete((answer, failed) -> {
					if (failed != null) {
						this.reply.completeExceptionally(failed);
					}
					else {
						this.reply.complete(answer);
					}
				});
			};
		}

	}

}

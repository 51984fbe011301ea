package io.lockstarter.redlock;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lockstarter.store.Release;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One of the masters, over one connection: commands arrive there in the order in which
 * they were sent. A node that is down is not waited for, and looked for in the
 * background; one whose connection is just being made is sent what it is wanted for as
 * soon as that is done. One that has not answered for long is taken for dead.
 */
final class Node {

	private static final Logger logger = LoggerFactory.getLogger(Node.class);

	private static final long SHORTEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(100);

	private static final long LONGEST_PAUSE = TimeUnit.SECONDS.toNanos(1);

	private static final long INFO_TIMEOUT = TimeUnit.SECONDS.toMillis(1);

	private final NodeUri uri;

	private final NodeClient client;

	private final Restarts restarts;

	private final Reunion reunion;

	private final Pulse pulse;

	/** It seems to be silent, and is looked at once more. */
	private final AtomicBoolean suspected = new AtomicBoolean();

	private final Leftovers leftovers = new Leftovers();

	private final CompletableFuture<Void> triedOnce = new CompletableFuture<>();

	private final Queue<Waiting<?>> queue = new ArrayDeque<>();

	private volatile @Nullable StatefulRedisConnection<String, String> connection;

	private long connectedAt = System.nanoTime() - LONGEST_PAUSE;

	/** How often in a row it could not be reached. */
	private int failures;

	private @Nullable Throwable failure;

	Node(NodeUri uri, NodeClient client, Duration timeout, Restarts restarts, Reunion reunion) {
		this.uri = uri;
		this.client = client;
		this.restarts = restarts;
		this.reunion = reunion;
		this.pulse = new Pulse(Math.max(10 * timeout.toNanos(), LONGEST_PAUSE));
	}

	/** Its end is that of the first try to connect, successful or not. */
	CompletableFuture<Void> triedOnce() {
		return this.triedOnce;
	}

	/**
	 * Keeps releases that it has missed until they are settled.
	 * @param missed the releases
	 * @return {@code false} if it is connected (again): then they are to be sent now, and
	 * not only over its next connection
	 */
	synchronized boolean keep(List<Release> missed) {
		missed.forEach((entry) -> this.leftovers.add(entry, System.nanoTime()));
		return this.connection == null;
	}

	Leftovers leftovers() {
		return this.leftovers;
	}

	boolean isConnected() {
		return this.connection != null;
	}

	/** Whether nothing is on its way to it, or back. */
	synchronized boolean isQuiet() {
		return this.queue.isEmpty() && this.pulse.isQuiet();
	}

	/** Whether it was restarted so recently that it may have forgotten a lock. */
	boolean staysOut() {
		return this.restarts.keepOut(System.nanoTime());
	}

	/**
	 * Sends a command.
	 * @param command the command
	 * @param wanted whether the reply is still of use; if not, it is not sent any more
	 * @return the reply, {@link NotSentException} or another failure
	 */
	<T> CompletableFuture<T> send(NodeCommand<T> command, BooleanSupplier wanted) {
		StatefulRedisConnection<String, String> open = this.connection;
		if (open == null) {
			synchronized (this) {
				open = this.connection;
				if (open == null && this.failures > 0) {
					return CompletableFuture.failedFuture(NotSentException.notConnected(this.failure));
				}
				if (open == null) {
					Waiting<T> waiting = new Waiting<>(command, wanted, new CompletableFuture<>());
					this.queue.add(waiting);
					return waiting.reply();
				}
			}
		}
		return dispatch(open, command, wanted);
	}

	<T> CompletableFuture<T> dispatch(StatefulRedisConnection<String, String> open, NodeCommand<T> command,
			BooleanSupplier wanted) {
		if (!this.pulse.sent(System.nanoTime()) && this.suspected.compareAndSet(false, true)) {
			// After a pause of this process, answers are there that were not read yet.
			this.client.later(SHORTEST_PAUSE, () -> giveUpIfSilent(open));
		}
		CompletableFuture<T> reply;
		try {
			reply = command.send(open.async(), wanted);
		}
		catch (RuntimeException ex) { // the other nodes are to be sent it all the same
			reply = CompletableFuture.failedFuture(ex);
		}
		return reply.whenComplete((answer, failed) -> {
			this.pulse.answered(System.nanoTime());
			// Commands fail before the client tells that their connection has ended.
			if (RedlockFailures.isOfTheConnection(failed)) {
				lost(open, new NotSentException("the connection was lost", null));
			}
		});
	}

	private void giveUpIfSilent(StatefulRedisConnection<String, String> open) {
		this.suspected.set(false);
		if (this.pulse.isSilent(System.nanoTime())) {
			lost(open, new NotSentException("no answer for long", null));
		}
	}

	void connect() {
		try {
			var unused = this.client.connect(this.uri).whenComplete((opened, failed) -> {
				if (opened != null) {
					opened(opened);
				}
				else {
					unreachable(failed);
				}
			});
		}
		catch (RuntimeException ex) {
			unreachable(ex);
		}
	}

	private void opened(StatefulRedisConnection<String, String> opened) {
		opened.addListener(new RedisConnectionStateListener() {

			@Override
			public void onRedisDisconnected(RedisChannelHandler<?, ?> handler) {
				lost(opened, new NotSentException("the connection was lost", null));
			}

		});
		// Where the user has no right to ask, restarts are not seen.
		var unused = opened.async()
			.info("server")
			.toCompletableFuture()
			.completeOnTimeout(null, INFO_TIMEOUT, TimeUnit.MILLISECONDS)
			.whenComplete((info, failed) -> {
				if (info != null || (failed != null && opened.isOpen())) {
					ready(opened, info);
				}
				else {
					close(opened);
					unreachable((failed != null) ? failed : new NotSentException("no answer to INFO", null));
				}
			});
	}

	private static void close(StatefulRedisConnection<String, String> ended) {
		var unused = ended.closeAsync();
	}

	private synchronized void ready(StatefulRedisConnection<String, String> opened, @Nullable String info) {
		long now = System.nanoTime();
		if (this.restarts.connected(info, now)) {
			logger.warn("Redlock node {} was restarted; it gives no locks until those that it may have forgotten "
					+ "have expired", this.uri);
		}
		if (this.failures > 0) {
			logger.info("Redlock node {} is there again", this.uri);
		}
		this.failures = 0;
		this.connectedAt = now;
		this.reunion.connected(this, opened.async());
		for (Waiting<?> next = this.queue.poll(); next != null; next = this.queue.poll()) {
			next.send(this, opened);
		}
		this.connection = opened;
		this.triedOnce.complete(null);
		if (!opened.isOpen()) {
			lost(opened, new NotSentException("the connection was lost", null));
		}
	}

	private void lost(StatefulRedisConnection<String, String> ended, Throwable cause) {
		boolean early;
		synchronized (this) {
			if (this.connection != ended) {
				return;
			}
			this.connection = null;
			early = System.nanoTime() - this.connectedAt < LONGEST_PAUSE;
		}
		if (!this.client.isClosed()) {
			close(ended);
		}
		if (this.client.isClosed() || early) {
			unreachable(cause);
		}
		else {
			connect();
		}
	}

	private void unreachable(Throwable cause) {
		int before;
		synchronized (this) {
			before = this.failures++;
			this.failure = cause;
			for (Waiting<?> next = this.queue.poll(); next != null; next = this.queue.poll()) {
				next.reply().completeExceptionally(NotSentException.notConnected(this.failure));
			}
			this.triedOnce.complete(null);
		}
		if (!this.client.isClosed()) {
			if (before == 0) {
				logger.warn("Redlock node {} cannot be reached; it is tried again and again: {}", this.uri,
						NotSentException.notConnected(this.failure).getMessage());
			}
			this.client.later(Math.min(SHORTEST_PAUSE << Math.min(before, 10), LONGEST_PAUSE), this::connect);
		}
	}

	@Override
	public String toString() {
		return this.uri.address();
	}

}

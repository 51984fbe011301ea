package io.lockstarter.redlock;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.SslOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import io.lettuce.core.resource.DefaultEventLoopGroupProvider;
import io.lettuce.core.resource.EventLoopGroupProvider;
import io.lockstarter.store.MonotonicClock;
import io.lockstarter.store.MonotonicTimer;
import org.jspecify.annotations.Nullable;

/**
 * Connects to all nodes with one Redis client and one thread for all connections. It does
 * not reconnect and never sends a command twice. When a connection ends, its unanswered
 * commands fail visibly: rule D (unconfirmed tokens).
 */
final class NodeClient implements NodeConnector, MonotonicTimer, AutoCloseable {

	private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(1);

	/** With more unanswered commands, further ones are refused. */
	private static final int MOST_UNANSWERED = 50_000;

	/**
	 * One thread for all connections: a command to all nodes wakes it once, and it writes
	 * to all of them in one pass.
	 */
	private final EventLoopGroupProvider threads = new DefaultEventLoopGroupProvider(1);

	private final ClientResources resources = DefaultClientResources.builder()
		.eventLoopGroupProvider(this.threads)
		.computationThreadPoolSize(2)
		.build();

	private final RedisClient client = RedisClient.create(this.resources);

	private final MonotonicClock clock;

	private volatile boolean closed;

	NodeClient(@Nullable SslOptions ssl, MonotonicClock clock) {
		this.clock = clock;
		ClientOptions.Builder options = ClientOptions.builder()
			.autoReconnect(false)
			.disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
			.requestQueueSize(MOST_UNANSWERED)
			// Rounds have a time-out. After it, the reply to a command still matters.
			.timeoutOptions(TimeoutOptions.builder().timeoutCommands(false).build())
			.socketOptions(SocketOptions.builder().connectTimeout(CONNECT_TIMEOUT).keepAlive(true).build());
		this.client.setOptions((ssl != null) ? options.sslOptions(ssl).build() : options.build());
	}

	@Override
	public CompletionStage<NodeConnection> connect(NodeUri node) {
		RedisURI.Builder uri = RedisURI.builder()
			.withHost(node.host())
			.withPort(node.port())
			.withSsl(node.tls())
			.withDatabase(node.database())
			.withTimeout(CONNECT_TIMEOUT);
		String password = node.password();
		if (password != null && node.username() != null) {
			uri.withAuthentication(node.username(), password);
		}
		else if (password != null) {
			uri.withPassword(password.toCharArray());
		}
		return this.client.connectAsync(StringCodec.UTF8, uri.build()).thenApply(LettuceConnection::new);
	}

	/**
	 * Runs tasks even after the close: a round that gets no more answers still needs its
	 * time-out.
	 */
	@Override
	public Runnable at(long time, Runnable task) {
		CompletableFuture<Void> due = new CompletableFuture<Void>().completeOnTimeout(null,
				Math.max(0, time - this.clock.nanos()), TimeUnit.NANOSECONDS);
		var unused = due.thenRunAsync(task, this::execute);
		return () -> due.cancel(false);
	}

	private void execute(Runnable task) {
		try {
			this.resources.eventExecutorGroup().execute(task);
		}
		catch (RejectedExecutionException ex) { // closed
			task.run();
		}
	}

	@Override
	public boolean isClosed() {
		return this.closed;
	}

	@Override
	public void close() {
		this.closed = true;
		this.client.shutdown(0, 2, TimeUnit.SECONDS);
		var unused = this.resources.shutdown(0, 2, TimeUnit.SECONDS).awaitUninterruptibly(2, TimeUnit.SECONDS);
		unused = this.threads.shutdown(0, 2, TimeUnit.SECONDS).awaitUninterruptibly(2, TimeUnit.SECONDS);
	}

}

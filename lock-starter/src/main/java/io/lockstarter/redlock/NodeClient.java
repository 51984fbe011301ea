package io.lockstarter.redlock;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.SslOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import org.jspecify.annotations.Nullable;

/**
 * The Redis client of all nodes: two threads, however many nodes. It neither reconnects
 * nor sends anything twice: what is unanswered when a connection ends has failed, and
 * that is seen (rule D).
 */
final class NodeClient implements AutoCloseable {

	private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(1);

	/** A node that does not answer is not sent more. */
	private static final int MOST_UNANSWERED = 50_000;

	private final ClientResources resources = DefaultClientResources.builder()
		.ioThreadPoolSize(2)
		.computationThreadPoolSize(2)
		.build();

	private final RedisClient client = RedisClient.create(this.resources);

	private volatile boolean closed;

	NodeClient(@Nullable SslOptions ssl) {
		ClientOptions.Builder options = ClientOptions.builder()
			.autoReconnect(false)
			.disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
			.requestQueueSize(MOST_UNANSWERED)
			// Rounds have a time-out; a command that is given up is still to be answered.
			.timeoutOptions(TimeoutOptions.builder().timeoutCommands(false).build())
			.socketOptions(SocketOptions.builder().connectTimeout(CONNECT_TIMEOUT).keepAlive(true).build());
		this.client.setOptions((ssl != null) ? options.sslOptions(ssl).build() : options.build());
	}

	CompletionStage<StatefulRedisConnection<String, String>> connect(NodeUri node) {
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
		return this.client.connectAsync(StringCodec.UTF8, uri.build());
	}

	void later(long nanos, Runnable task) {
		if (!this.closed) {
			var unused = this.resources.eventExecutorGroup().schedule(task, nanos, TimeUnit.NANOSECONDS);
		}
	}

	boolean isClosed() {
		return this.closed;
	}

	@Override
	public void close() {
		this.closed = true;
		this.client.shutdown(0, 2, TimeUnit.SECONDS);
		var unused = this.resources.shutdown(0, 2, TimeUnit.SECONDS).awaitUninterruptibly(2, TimeUnit.SECONDS);
	}

}

package io.lockstarter.faults.broken;

import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.lockstarter.embedded.resp.RespConnection;
import io.lockstarter.embedded.resp.RespFrame;
import org.jspecify.annotations.Nullable;

/** Has one connection for each thread, and does not retry. */
final class PlainRedis implements AutoCloseable {

	/** Longer than the time-out of the library, so that late replies arrive. */
	private static final Duration TIMEOUT = Duration.ofMillis(900);

	private final Set<RespConnection> open = ConcurrentHashMap.newKeySet();

	@SuppressWarnings("ThreadLocalUsage")
	private final ThreadLocal<@Nullable RespConnection> mine = new ThreadLocal<>();

	private final int port;

	private final Duration timeout;

	PlainRedis(int port) {
		this(port, TIMEOUT);
	}

	/**
	 * Connects at the first command.
	 * @param port the port of Redis
	 * @param timeout the time-out of each connection and of each reply
	 */
	PlainRedis(int port, Duration timeout) {
		this.port = port;
		this.timeout = timeout;
	}

	/** Sends a command. An error reply of the server throws, too. */
	String call(String... command) throws IOException {
		RespConnection connection = this.mine.get();
		try {
			if (connection == null) {
				connection = RespConnection.open("127.0.0.1", this.port, this.timeout);
				this.mine.set(connection);
				this.open.add(connection);
			}
			RespFrame reply = connection.call(command);
			if (reply.isError()) {
				throw new IOException(reply.text());
			}
			return reply.text();
		}
		catch (IOException ex) {
			if (connection != null) {
				this.mine.remove();
				this.open.remove(connection);
				connection.close();
			}
			throw ex;
		}
	}

	@Override
	public void close() throws IOException {
		for (RespConnection connection : this.open) {
			connection.close();
		}
	}

}

package io.lockstarter.faults.client;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

import io.lockstarter.embedded.resp.RespConnection;

/** Reads the value of a lock directly from Redis, without the proxies. */
final class ServerProbe {

	private static final Duration TIMEOUT = Duration.ofMillis(300);

	private final int port;

	ServerProbe(int port) {
		this.port = port;
	}

	/** Returns the value of a lock; empty if the server does not reply. */
	Optional<String> value(String key) {
		if (this.port == 0) {
			return Optional.empty();
		}
		try (RespConnection connection = RespConnection.open("127.0.0.1", this.port, TIMEOUT)) {
			var reply = connection.call("GET", "lock:" + key);
			return reply.isError() ? Optional.empty() : Optional.of(reply.text());
		}
		catch (IOException ex) {
			return Optional.empty();
		}
	}

}

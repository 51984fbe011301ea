package io.lockstarter.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;

import io.lockstarter.embedded.resp.RespConnection;

import static org.assertj.core.api.Assertions.assertThat;

/** Writes a key and waits until replicas have it. */
final class Replicated {

	private Replicated() {
	}

	/** Uses one connection, because WAIT covers only the writes of its own connection. */
	static void set(EmbeddedRedis master, String key, String value, int replicas) {
		try (RespConnection connection = RespConnection.open(master.host(), master.port(), Duration.ofSeconds(30))) {
			assertThat(connection.call("SET", key, value).text()).isEqualTo("OK");
			assertThat(connection.call("WAIT", Integer.toString(replicas), "20000").text())
				.isEqualTo(Integer.toString(replicas));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}

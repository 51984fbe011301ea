package io.lockstarter.redis.topology;

import java.time.Duration;

import io.lockstarter.LockRequest;
import io.lockstarter.LockServerException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

class TlsTests {

	@ParameterizedTest
	@ValueSource(strings = { "lettuce", "jedis" })
	void untrustedServerIsRefusedWithTheReason(String client) {
		try (App app = App.start(client, SharedServers.tls().port(), "spring.data.redis.ssl.enabled=true")) {
			// On a busy machine, the first handshake takes longer than this caller waits.
			await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> failureIsNamed(app));
			for (int i = 0; i < 5; i++) {
				failureIsNamed(app);
			}
		}
	}

	private static void failureIsNamed(App app) {
		assertThat(catchThrowableOfType(LockServerException.class,
				() -> app.locks().acquire(LockRequest.of("key").withWaitTime(Duration.ZERO))))
			.hasMessageContaining("no TLS connection")
			.hasMessageContaining("spring.data.redis.ssl");
	}

}

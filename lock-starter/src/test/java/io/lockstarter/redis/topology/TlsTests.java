package io.lockstarter.redis.topology;

import java.time.Duration;

import io.lockstarter.LockBackendException;
import io.lockstarter.LockRequest;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class TlsTests {

	@ParameterizedTest
	@ValueSource(strings = { "lettuce", "jedis" })
	void serverThatIsNotTrustedGivesNoLockAndTheFailureIsNamed(String client) {
		try (App app = App.start(client, Shared.tls().port(), "spring.data.redis.ssl.enabled=true")) {
			assertThatExceptionOfType(LockBackendException.class)
				.isThrownBy(() -> app.locks().acquire(LockRequest.of("key").withWaitTime(Duration.ZERO)))
				.withMessageContaining("no TLS connection")
				.withMessageContaining("spring.data.redis.ssl");
		}
	}

}

package io.lockstarter;

import java.time.Duration;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.params.provider.Arguments.arguments;

class LockRequestTests {

	private static final LockRequest K = LockRequest.of("k");

	@Test
	void withChangesOneThingAndKeepsTheRest() {
		LockRequest request = K.withName("k:#<id>")
			.withTtl(Duration.ofSeconds(1))
			.withWaitTime(Duration.ofSeconds(2))
			.withRenew(false)
			.withMaxHold(Duration.ofSeconds(4))
			.withMinHold(Duration.ofSeconds(3))
			.withRelease(ReleaseMode.ASYNC)
			.withFence(true);
		assertThat(request).isEqualTo(new LockRequest("k", "k:#<id>", Duration.ofSeconds(1), Duration.ofSeconds(2),
				false, Duration.ofSeconds(4), Duration.ofSeconds(3), ReleaseMode.ASYNC, true));
		assertThat(K).as("the original").isEqualTo(LockRequest.of("k"));
	}

	@Test
	void limitsThemselvesAreAccepted() {
		K.withTtl(LockRequest.MIN_TTL).withTtl(LockRequest.MAX_DURATION);
		K.withWaitTime(Duration.ZERO).withWaitTime(LockRequest.MAX_DURATION).withWaitTime(LockRequest.FOREVER);
		LockRequest.of("x".repeat(LockRequest.MAX_KEY_LENGTH));
	}

	static Stream<Arguments> nonsense() {
		Duration year = LockRequest.MAX_DURATION;
		return Stream.of(arguments("key", request(() -> LockRequest.of(""))),
				arguments("key", request(() -> LockRequest.of(" \t"))),
				arguments("key", request(() -> LockRequest.of("x".repeat(1025)))),
				arguments("ttl", request(() -> K.withTtl(Duration.ZERO))),
				arguments("ttl", request(() -> K.withTtl(Duration.ofSeconds(-1)))),
				arguments("ttl", request(() -> K.withTtl(Duration.ofMillis(49)))),
				arguments("ttl", request(() -> K.withTtl(year.plusNanos(1)))),
				arguments("waitTime", request(() -> K.withWaitTime(Duration.ofNanos(-1)))),
				arguments("waitTime", request(() -> K.withWaitTime(year.plusNanos(1)))),
				arguments("maxHold", request(() -> K.withMaxHold(Duration.ZERO))),
				arguments("maxHold", request(() -> K.withMaxHold(Duration.ofSeconds(-1)))),
				arguments("maxHold", request(() -> K.withMaxHold(LockRequest.FOREVER))),
				arguments("minHold", request(() -> K.withMinHold(Duration.ZERO))),
				arguments("minHold", request(() -> K.withMinHold(year.plusNanos(1)))), arguments("minHold",
						request(() -> K.withMaxHold(Duration.ofSeconds(1)).withMinHold(Duration.ofSeconds(2)))));
	}

	@ParameterizedTest(name = "{0} {index}")
	@MethodSource("nonsense") // 15
	void nonsenseIsRefusedWhenTheRequestIsMade(String what, Supplier<LockRequest> request) {
		assertThatIllegalArgumentException().isThrownBy(request::get).withMessageStartingWith("Lock request: " + what);
	}

	private static Supplier<LockRequest> request(Supplier<LockRequest> request) {
		return request;
	}

}

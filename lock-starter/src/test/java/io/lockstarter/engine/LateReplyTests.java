package io.lockstarter.engine;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.embedded.proxy.Command;
import io.lockstarter.embedded.proxy.SlowReply;
import io.lockstarter.embedded.proxy.TcpProxy;
import io.lockstarter.engine.FirstCallTests.Call;
import io.lockstarter.redis.RedisLockStore;
import io.lockstarter.testsupport.RedisClient;
import io.lockstarter.testsupport.RedisFixture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests calls whose wait time ends before the reply to their first command. Connections
 * are open, and nobody else wants the locks.
 */
class LateReplyTests {

	private static final LockRequest REQUEST = LockRequest.of("key").withWaitTime(Duration.ofMillis(50));

	private final RedisFixture redis = RedisFixture.start().patient();

	private final TcpProxy proxy = TcpProxy.to(this.redis.server().host(), this.redis.server().port());

	@AfterEach
	void close() {
		this.proxy.heal();
		this.redis.close();
		this.proxy.close();
	}

	private static Stream<Arguments> calls() {
		return FirstCallTests.calls();
	}

	@ParameterizedTest
	@MethodSource("calls")
	void callWaitsForTheReply(RedisClient client, Call call) {
		RedisLockStore store = new RedisLockStore(this.redis.connect(client, this.proxy.port()), "lock:");
		try (TestInstance instance = new TestInstance(store)) {
			LockEngine locks = instance.locks();
			locks.acquire(List.of(LockRequest.of("key"), LockRequest.of("other"))).close();
			this.proxy.always(new SlowReply(Duration.ofMillis(500)), Command.named("SET"));
			try (LockHandle handle = call.acquire(locks, REQUEST)) {
				assertThat(handle.isHeld()).isTrue();
			}
		}
	}

}

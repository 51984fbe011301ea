package io.lockstarter.redis;

import java.util.concurrent.CompletableFuture;

import io.lockstarter.embedded.proxy.Command;
import io.lockstarter.embedded.proxy.InjectedFault;
import io.lockstarter.embedded.proxy.LostReply;
import io.lockstarter.embedded.proxy.TcpProxy;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.Release;
import io.lockstarter.testsupport.RedisClient;
import io.lockstarter.testsupport.RedisFixture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class LettuceDisconnectsTests {

	private final RedisFixture redis = RedisFixture.start().patient();

	private final TcpProxy proxy = TcpProxy.to(this.redis.server().host(), this.redis.server().port());

	private final LettuceConnectionFactory factory = (LettuceConnectionFactory) RedisFixture
		.ready(this.redis.connect(RedisClient.LETTUCE, this.proxy.port()));

	private final LockStore store = new RedisLockStore(this.factory, "lock:");

	@AfterEach
	void stop() {
		this.redis.close();
		this.proxy.close();
	}

	@RepeatedTest(5)
	void repeatedAcquireReportsBusyAndChangesTheEpoch() {
		this.store.acquire("warm-up", "mine", 10_000);
		long before = this.store.epoch();
		try (InjectedFault fault = this.proxy.once(LostReply.thenClose(), Command.named("SET"))) {
			boolean won = this.store.acquire("key", "mine", 10_000);
			long after = this.store.epoch();
			assertThat(fault.fired()).isOne();
			assertThat(won).isFalse();
			assertThat(after).isGreaterThan(before);
		}
		assertThat(this.redis.command("GET", "lock:key").text()).isEqualTo("mine");
	}

	@Test
	void resetConnectionIsCounted() {
		this.store.acquire("warm-up", "mine", 10_000);
		long before = this.store.epoch();
		this.proxy.resetConnections();
		await().until(() -> this.store.epoch() > before);
	}

	@Test
	void closedConnectionIsNotCounted() {
		this.factory.setShareNativeConnection(false);
		this.store.acquire("key", "mine", 10_000);
		long before = this.store.epoch();
		long connections = this.proxy.accepted();
		this.store.release(new Release("key", "mine", 0));
		assertThat(this.proxy.accepted()).isGreaterThan(connections);
		assertThat(this.store.epoch()).isEqualTo(before);
	}

	@Test
	void restartOfTheFactoryIsCountedAndTheNewClientObserved() {
		this.store.acquire("key", "mine", 10_000);
		long first = this.store.epoch();
		this.factory.stop();
		assertThat(this.store.epoch()).isEqualTo(first);
		this.factory.start();
		long second = this.store.epoch();
		assertThat(second).isGreaterThan(first);
		this.store.release(new Release("key", "mine", 0));
		assertThat(this.store.epoch()).isEqualTo(second);
		this.proxy.resetConnections();
		await().until(() -> this.store.epoch() > second);
	}

	@Test
	void firstUseByManyThreadsIsNotCounted() {
		for (int round = 0; round < 500; round++) {
			LettuceDisconnects disconnects = new LettuceDisconnects(this.factory);
			CompletableFuture<Long> other = CompletableFuture.supplyAsync(disconnects::getAsLong);
			long seen = disconnects.getAsLong();
			assertThat(other.join()).isEqualTo(seen);
			assertThat(disconnects.getAsLong()).isEqualTo(seen);
		}
	}

}

package io.lockstarter.test;

import io.lockstarter.LockRequest;
import io.lockstarter.LockService;
import io.lockstarter.embedded.EmbeddedRedis;
import io.lockstarter.redis.RedisLockStore;
import io.lockstarter.store.LockStore;
import io.lockstarter.test.app.OrderService;
import io.lockstarter.test.app.ShopApplication;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

import static io.lockstarter.test.LockAssertions.assertThatCall;
import static io.lockstarter.test.LockAssertions.assertThatLock;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/** Tests the kit on a real Redis, which the test itself configures. */
@SpringBootTest(classes = ShopApplication.class, properties = "spring.data.redis.host=localhost")
@DirtiesContext
class RedisTestTests {

	private static final EmbeddedRedis REDIS = EmbeddedRedis.start();

	@Autowired
	private OrderService orders;

	@Autowired
	private LockService locks;

	@Autowired
	private LockTester tester;

	@DynamicPropertySource
	static void redis(DynamicPropertyRegistry properties) {
		properties.add("spring.data.redis.port", REDIS::port);
	}

	@AfterAll
	static void stop() {
		REDIS.close();
	}

	@Test
	void locksAreInRedis(@Autowired LockStore store) {
		assertThat(store).isInstanceOf(RedisLockStore.class);
		this.locks.run(LockRequest.of("order:1"), () -> {
			assertThat(REDIS.command("GET", "lock:order:1").text()).isNotEmpty();
			assertThatLock("order:1").isHeldByApplication();
		});
	}

	@Test
	void busyAndLostLocksArePossible() {
		try (BusyLock busy = this.tester.makeBusy("order:1")) {
			assertThat(this.locks.tryAcquire(busy.key())).isEmpty();
			this.tester.lose("order:1");
			this.locks.tryAcquire(busy.key()).orElseThrow().close();
		}
	}

	@Test
	void callsExcludeEachOther() {
		assertThatCall(() -> this.orders.cancel(1)).takesLock("order:1").excludes(() -> this.orders.ship(1));
	}

	@Test
	void faultsNeedTheMemory() {
		assertThatIllegalStateException().isThrownBy(() -> this.tester.fail(ServerFault.REFUSED))
			.withMessageContaining("distributed-lock.store=memory");
		this.tester.recover();
	}

}

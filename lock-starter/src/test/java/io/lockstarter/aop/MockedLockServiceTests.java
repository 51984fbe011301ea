package io.lockstarter.aop;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import io.lockstarter.DistributedLock;
import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.LockService;
import io.lockstarter.autoconfigure.DistributedLockAnnotationAutoConfiguration;
import io.lockstarter.autoconfigure.LockAutoConfiguration;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.TestPropertySource;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.test.context.junit.jupiter.SpringJUnitConfig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyCollection;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

/** The tests of an application may replace the lock service by a mock. */
@SpringJUnitConfig
@TestPropertySource(properties = "distributed-lock.store=memory")
class MockedLockServiceTests {

	@MockitoBean
	private LockService locks;

	@Autowired
	private Orders orders;

	@Test
	void mockWithoutBehaviorIsRefusedWithStubbingInstructions() {
		assertThatIllegalStateException().isThrownBy(() -> this.orders.pay(42))
			.withMessageContaining("lock 'order:42'")
			.withMessageContaining("is probably a mock")
			.withMessageContaining("when(locks.acquire(any(LockRequest.class))).thenReturn(mock(LockHandle.class))")
			.withMessageContaining("distributed-lock.store=memory");
	}

	@Test
	void mockWithoutBehaviorIsRefusedForStagesAndSeveralKeys() {
		assertThat(this.orders.ship(42)).failsWithin(Duration.ofSeconds(20))
			.withThrowableThat()
			.havingCause()
			.isInstanceOf(IllegalStateException.class)
			.withMessageContaining("when(locks.acquire(any(LockRequest.class)))");
		assertThatIllegalStateException().isThrownBy(() -> this.orders.move(1, 2))
			.withMessageContaining("when(locks.acquire(anyCollection()))");
	}

	@Test
	void mockStubbedAsInTheMessageWorks() {
		when(this.locks.acquire(any(LockRequest.class))).thenReturn(mock(LockHandle.class));
		when(this.locks.acquire(anyCollection())).thenReturn(mock(LockHandle.class));
		assertThat(this.orders.pay(42)).isEqualTo("paid 42");
		assertThat(this.orders.ship(42)).succeedsWithin(Duration.ofSeconds(20)).isEqualTo("shipped 42");
		assertThat(this.orders.move(1, 2)).isEqualTo("moved");
	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ LockAutoConfiguration.class, DistributedLockAnnotationAutoConfiguration.class })
	@Import(Orders.class)
	static class Application {

	}

	static class Orders {

		@DistributedLock(key = "order:#<id>")
		public String pay(long id) {
			return "paid " + id;
		}

		@DistributedLock(key = "order:#<id>")
		public CompletableFuture<String> ship(long id) {
			return CompletableFuture.completedFuture("shipped " + id);
		}

		@DistributedLock(key = { "order:#<from>", "order:#<to>" })
		public String move(long from, long to) {
			return "moved";
		}

	}

}

package io.lockstarter.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Lock;
import java.util.function.Supplier;

import io.lockstarter.BusyHandler;
import io.lockstarter.DistributedLock;
import io.lockstarter.LockAdmin;
import io.lockstarter.LockHandle;
import io.lockstarter.LockInfo;
import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.LockRequest;
import io.lockstarter.LockRequestCustomizer;
import io.lockstarter.LockService;
import io.lockstarter.OnBusy;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/** Beans of the application change requests, and decide about busy locks. */
@SuppressWarnings({ "LockNotBeforeTry", "NullAway" })
class CustomizerTests {

	private static final ThreadLocal<String> TENANT = ThreadLocal.withInitial(() -> "a");

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(
				AutoConfigurations.of(LockAutoConfiguration.class, DistributedLockAnnotationAutoConfiguration.class))
		.withPropertyValues("distributed-lock.store=memory", "distributed-lock.wait-time=0",
				"distributed-lock.shutdown-timeout=0")
		.withBean(Orders.class);

	private final ApplicationContextRunner tenants = this.runner.withBean(LockRequestCustomizer.class,
			() -> (request) -> request.withKey(TENANT.get() + ":" + request.key()));

	@Test
	void customizerChangesTheRequestsOfAnnotationsAndOfCode() {
		this.tenants.run((context) -> {
			LockService locks = context.getBean(LockService.class);
			Orders orders = context.getBean(Orders.class);
			assertThat(orders.pay(1)).isEqualTo("a:order:1");
			try (LockHandle handle = locks.acquire("k")) {
				assertThat(handle.key()).isEqualTo("a:k");
				assertThat(locks.inspect("k")).isPresent();
				assertThat(context.getBean(LockAdmin.class).list("").locks()).extracting(LockInfo::key)
					.as("operators see the real keys")
					.containsExactly("a:k");
				assertThat(inTenant("b", () -> locks.tryAcquire("k"))).isPresent();
				assertThat(CompletableFuture.supplyAsync(() -> locks.tryAcquire("k")).join()).isEmpty();
			}
			locks.run(LockRequest.of("k"), () -> assertThat(LockHandle.current().key()).isEqualTo("a:k"));
			locks.run(List.of(LockRequest.of("y"), LockRequest.of("x")),
					() -> assertThat(LockHandle.current().key()).isEqualTo("a:x,a:y"));
			Lock lock = locks.asLock("k");
			lock.lock();
			assertThat(locks.inspect("k")).isPresent();
			lock.unlock();
			LockHandle handle = locks.acquireAsync(LockRequest.of("k")).join();
			assertThat(locks.release("k", handle.token())).isTrue();
		});
	}

	@Test
	void refusalNamesTheChangedKey() {
		this.tenants.run((context) -> {
			LockService locks = context.getBean(LockService.class);
			locks.acquireAsync(LockRequest.of("second")).join();
			assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(() -> locks.acquire("second"))
				.satisfies((ex) -> assertThat(ex.key()).isEqualTo("a:second"));
			assertThatExceptionOfType(LockNotAcquiredException.class)
				.isThrownBy(() -> locks.acquire(List.of(LockRequest.of("first"), LockRequest.of("second"))))
				.satisfies((ex) -> assertThat(ex.key()).isEqualTo("a:second"))
				.withMessageContaining("'a:second'");
			assertThat(locks.acquireAsync(List.of(LockRequest.of("first"), LockRequest.of("second"))))
				.failsWithin(Duration.ofSeconds(30))
				.withThrowableThat()
				.withMessageContaining("'a:second'");
			assertThat(context.getBean(Orders.class).both()).isEqualTo("instead of second");
		});
	}

	@Test
	void customizerThatReturnsNullIsRefused() {
		this.runner.withBean(LockRequestCustomizer.class, () -> (request) -> null)
			.run((context) -> assertThatIllegalStateException()
				.isThrownBy(() -> context.getBean(LockService.class).acquire("k"))
				.withMessageContaining("return the request itself"));
	}

	@Test
	void busyHandlerDecidesForAllLocksWithoutADecisionOfTheirOwn() {
		this.runner.withBean(BusyHandler.class, () -> (method, arguments, refusal) -> {
			if (method.getReturnType() == String.class) {
				return method.getName() + " " + arguments[0] + " is busy: " + refusal.key();
			}
			throw new IllegalArgumentException("conflict", refusal);
		}).run((context) -> {
			Orders orders = context.getBean(Orders.class);
			hold(context.getBean(LockService.class), "order:1");
			assertThat(orders.pay(1)).isEqualTo("pay 1 is busy: order:1");
			assertThat(orders.skipped(1)).isEmpty();
			assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> orders.count(1))
				.withMessage("conflict");
		});
	}

	@Test
	void resultOfTheBusyHandlerMustFit() {
		this.runner.withBean(BusyHandler.class, () -> (method, arguments, refusal) -> "text").run((context) -> {
			hold(context.getBean(LockService.class), "order:1");
			assertThatIllegalStateException().isThrownBy(() -> context.getBean(Orders.class).count(1))
				.withMessageContaining("returned a java.lang.String")
				.withMessageContaining("which returns int");
		});
	}

	private static void hold(LockService locks, String key) {
		locks.acquireAsync(LockRequest.of(key)).join();
	}

	private static <T> T inTenant(String tenant, Supplier<T> action) {
		TENANT.set(tenant);
		try {
			return action.get();
		}
		finally {
			TENANT.remove();
		}
	}

	static class Orders {

		@DistributedLock(key = "order:#<id>")
		public String pay(long id) {
			return LockHandle.current().key();
		}

		@DistributedLock(key = "order:#<id>")
		public int count(long id) {
			return 1;
		}

		@DistributedLock(key = "order:#<id>", onBusy = OnBusy.SKIP)
		public Optional<String> skipped(long id) {
			return Optional.of("ran");
		}

		@DistributedLock(key = "first", fallbackMethod = "insteadOfFirst")
		@DistributedLock(key = "second", fallbackMethod = "insteadOfSecond")
		public String both() {
			return "ran";
		}

		@SuppressWarnings("UnusedMethod")
		private String insteadOfFirst() {
			return "instead of first";
		}

		@SuppressWarnings("UnusedMethod")
		private String insteadOfSecond() {
			return "instead of second";
		}

	}

}

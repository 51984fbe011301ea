package io.lockstarter.docs;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import io.lockstarter.LockHandle;
import io.lockstarter.LockLostException;
import io.lockstarter.LockRequest;
import io.lockstarter.LockService;
import io.lockstarter.LockType;
import io.lockstarter.autoconfigure.DistributedLockAnnotationAutoConfiguration;
import io.lockstarter.autoconfigure.LockAutoConfiguration;
import io.lockstarter.docs.Orders.Customer;
import io.lockstarter.docs.Orders.Order;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Runs the documented attributes. */
@Timeout(60)
class DocumentedOrdersTests {

	private static final Order ORDER = new Order(7, new Customer(8));

	private final ApplicationContextRunner runner = runner().withUserConfiguration(Orders.class);

	static ApplicationContextRunner runner() {
		return new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(LockAutoConfiguration.class,
					DistributedLockAnnotationAutoConfiguration.class))
			.withBean(Events.class)
			.withPropertyValues("distributed-lock.store=memory", "distributed-lock.shutdown-timeout=0");
	}

	static LockHandle holdElsewhere(LockService locks, String key) {
		return locks.acquireAsync(LockRequest.of(key)).join();
	}

	@Test
	void keys() {
		assertThat(requests((orders) -> {
			orders.ship(42);
			orders.pay(ORDER);
			orders.pack(ORDER);
			orders.redeem("may");
			orders.invoice(3);
			orders.transfer("b", "a");
			orders.pick(42);
			orders.refund(1, 100);
			orders.refund(2, 101);
		})).extracting(LockRequest::key)
			.containsExactly("order:42", "customer:8", "eu:order:7", "coupon:MAY", "invoice:3", "account:a",
					"account:b", "order:42", "warehouse", "refund:2");
	}

	@Test
	void times() {
		List<LockRequest> requests = requests((orders) -> {
			orders.report();
			orders.reserve("x");
			orders.export();
			orders.importAll();
		});
		assertThat(requests.get(0).ttl()).isEqualTo(Duration.ofMinutes(1));
		assertThat(requests.get(1).waitTime()).isEqualTo(Duration.ofMillis(500));
		assertThat(requests.get(2).renew()).isFalse();
		assertThat(requests.get(3).maxHold()).isEqualTo(Duration.ofHours(1));
	}

	@Test
	void types() {
		assertThat(requests((orders) -> {
			orders.sell(1);
			orders.browse();
			orders.restock();
			orders.print();
		})).extracting(LockRequest::type)
			.containsExactly(LockType.FAIR, LockType.READ, LockType.WRITE, LockType.SEMAPHORE);
	}

	@Test
	void busy() {
		this.runner.run((context) -> {
			Orders orders = context.getBean(Orders.class);
			assertThat(orders.mail(1)).contains("sent");
			assertThat(orders.price("x")).isEqualTo("9.99");
			holdElsewhere(context.getBean(LockService.class), "mail:1");
			holdElsewhere(context.getBean(LockService.class), "price:x");
			assertThat(orders.mail(1)).isEmpty();
			assertThat(orders.price("x")).isEqualTo("9.49, as of yesterday");
		});
	}

	@Test
	void lossInterrupts() {
		this.runner.run((context) -> {
			LockService locks = context.getBean(LockService.class);
			context.getBean(Events.class).work.set(Integer.MAX_VALUE);
			Thread thief = new Thread(() -> {
				Awaitility.await().until(() -> locks.inspect("sync").isPresent());
				locks.release("sync", locks.inspect("sync").orElseThrow().holder().token());
			});
			thief.start();
			assertThatExceptionOfType(LockLostException.class)
				.isThrownBy(() -> context.getBean(Orders.class).synchronize());
			thief.join();
		});
	}

	@Test
	@SuppressWarnings("NullAway")
	void handles() {
		this.runner.run((context) -> {
			context.getBean(Orders.class).archive(null);
			context.getBean(Orders.class).cleanUp();
			assertThat(context.getBean(Events.class).done).containsExactly("deleted");
			long first = context.getBean(Orders.class).store("x", null);
			assertThat(context.getBean(Orders.class).store("x", null)).isGreaterThan(first);
			assertThat(context.getBean(Orders.class).quote("x").get(10, TimeUnit.SECONDS)).isEqualTo("quote for x");
		});
	}

	private List<LockRequest> requests(Consumer<Orders> calls) {
		Events[] events = new Events[1];
		this.runner.run((context) -> {
			calls.accept(context.getBean(Orders.class));
			events[0] = context.getBean(Events.class);
		});
		return events[0].requests;
	}

}

package io.lockstarter.test.docs;

import java.time.Duration;

import io.lockstarter.LockLostException;
import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.LockServerException;
import io.lockstarter.test.BusyLock;
import io.lockstarter.test.LockTester;
import io.lockstarter.test.ServerFault;
import io.lockstarter.test.app.OrderService;
import io.lockstarter.test.app.ShopApplication;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.ContextConfiguration;

import static io.lockstarter.test.LockAssertions.assertThatCall;
import static io.lockstarter.test.LockAssertions.assertThatLock;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** The examples with Spring. */
@ContextConfiguration(classes = ShopApplication.class)
@SpringBootTest
class OrderServiceTests {

	@Autowired
	private OrderService orders;

	@Autowired
	private LockTester tester;

	@Test
	void orderIsNotShippedTwiceAtATime() {
		this.tester.makeBusy("order:1");
		assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(() -> this.orders.ship(1));
	}

	@Test
	void orderIsShippedAfterTheOtherInstance() {
		BusyLock busy = this.tester.makeBusy("order:1");
		busy.release();
		assertThat(this.orders.ship(1)).isEqualTo("shipped order:1");
	}

	@Test
	void lostLockIsReported() {
		assertThatExceptionOfType(LockLostException.class)
			.isThrownBy(() -> this.orders.shipWhile(1, () -> this.tester.lose("order:1")));
	}

	@Test
	void pausedProcessLosesTheLock() {
		assertThatExceptionOfType(LockLostException.class)
			.isThrownBy(() -> this.orders.shipWhile(1, () -> this.tester.advance(Duration.ofMinutes(1))));
	}

	@Test
	void failureOfTheLockServerIsReported() {
		this.tester.fail(ServerFault.REFUSED);
		assertThatExceptionOfType(LockServerException.class).isThrownBy(() -> this.orders.ship(1));
	}

	@Test
	void slowLockServerIsTolerated() {
		this.tester.delay(Duration.ofMillis(50));
		assertThat(this.orders.ship(1)).isEqualTo("shipped order:1");
	}

	@Test
	void locksAreThoseOfTheOrder() {
		this.orders.shipWhile(1, () -> assertThatLock("order:1").isHeld());
		assertThatLock("order:1").isFree();
		assertThatCall(() -> this.orders.ship(1)).takesLock("order:1");
		assertThatCall(() -> this.orders.merge(1, 2)).takesOnlyLocks("order:1", "order:2");
		assertThatCall(() -> this.orders.invoice(1).join()).takesLock("invoice:1");
	}

	@Test
	void shippingAndCancelingExcludeEachOther() {
		assertThatCall(() -> this.orders.cancel(1)).excludes(() -> this.orders.ship(1));
	}

}

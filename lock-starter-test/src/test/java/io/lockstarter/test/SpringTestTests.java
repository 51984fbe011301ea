package io.lockstarter.test;

import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.LockServerException;
import io.lockstarter.store.LockStore;
import io.lockstarter.test.app.OrderService;
import io.lockstarter.test.app.ShopApplication;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

import static io.lockstarter.test.LockAssertions.assertThatCall;
import static io.lockstarter.test.LockAssertions.assertThatLock;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Tests the kit in a complete application, whose Redis does not exist. */
@SpringBootTest(classes = ShopApplication.class)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class SpringTestTests {

	@Autowired
	private OrderService orders;

	@Autowired
	private LockTester tester;

	@Autowired
	private LockStore store;

	@Test
	@Order(1)
	void locksAreInMemory() {
		assertThat(this.store).isInstanceOf(InMemoryTestStore.class);
		assertThat(this.orders.ship(1)).isEqualTo("shipped order:1");
	}

	@Test
	@Order(2)
	void faultsAndBusyLocksAffectTheApplication() {
		this.tester.makeBusy("order:1");
		assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(() -> this.orders.ship(1));
		this.tester.fail(ServerFault.REFUSED);
		assertThatExceptionOfType(LockServerException.class).isThrownBy(() -> this.orders.ship(2));
	}

	@Test
	@Order(3)
	void faultsAndBusyLocksEndWithTheirTest() {
		assertThatLock("order:1").isFree();
		assertThat(this.orders.ship(1)).isEqualTo("shipped order:1");
	}

	@Test
	void callsTakeTheirLocks() {
		assertThatCall(() -> this.orders.merge(1, 2)).takesOnlyLocks("order:1", "order:2");
		assertThatCall(() -> this.orders.invoice(1).join()).takesLock("invoice:1");
		assertThatCall(() -> this.orders.list()).takesNoLock();
	}

	@Test
	void callsExcludeEachOther() {
		assertThatCall(() -> this.orders.cancel(1)).excludes(() -> this.orders.ship(1));
		assertThatCall(() -> this.orders.merge(1, 2)).excludes(() -> this.orders.cancel(2));
		assertThatCall(() -> this.orders.invoice(1).join()).excludes(() -> this.orders.invoice(1).join());
		assertThatExceptionOfType(AssertionError.class)
			.isThrownBy(() -> assertThatCall(() -> this.orders.read(1)).excludes(() -> this.orders.read(1)));
	}

}

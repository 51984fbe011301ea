package io.lockstarter.test.slices;

import io.lockstarter.test.app.OrderService;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.jdbc.test.autoconfigure.JdbcTest;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.ContextConfiguration;

import static io.lockstarter.test.LockAssertions.assertThatCall;

/** Tests that annotated beans are locked in the slice of {@code @JdbcTest}. */
@JdbcTest
@ContextConfiguration(classes = io.lockstarter.test.app.ShopApplication.class)
@Import(OrderService.class)
class JdbcSliceTests {

	@Autowired
	private OrderService orders;

	@Test
	void secondCallerIsRefused() {
		SecondCaller.isRefused(this.orders);
	}

	@Test
	void assertionsUseTheLocksOfTheSlice() {
		assertThatCall(() -> this.orders.ship(1)).takesLock("order:1").excludes(() -> this.orders.cancel(1));
	}

}

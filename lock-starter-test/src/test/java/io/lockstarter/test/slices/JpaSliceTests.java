package io.lockstarter.test.slices;

import io.lockstarter.test.app.OrderService;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.data.jpa.test.autoconfigure.DataJpaTest;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.ContextConfiguration;

import static io.lockstarter.test.LockAssertions.assertThatCall;

/** Tests that annotated beans are locked in the slice of {@code @DataJpaTest}. */
@DataJpaTest
@ContextConfiguration(classes = io.lockstarter.test.app.ShopApplication.class)
@Import(OrderService.class)
class JpaSliceTests {

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

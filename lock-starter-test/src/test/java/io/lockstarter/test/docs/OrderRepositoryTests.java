package io.lockstarter.test.docs;

import io.lockstarter.test.app.OrderService;
import io.lockstarter.test.app.ShopApplication;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.data.jpa.test.autoconfigure.DataJpaTest;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.ContextConfiguration;

import static io.lockstarter.test.LockAssertions.assertThatCall;
import static io.lockstarter.test.LockAssertions.assertThatLock;

/** The example with a slice. */
@ContextConfiguration(classes = ShopApplication.class)
@DataJpaTest
@Import(OrderService.class)
class OrderRepositoryTests {

	@Autowired
	private OrderService orders;

	@Test
	void orderIsLocked() {
		assertThatCall(() -> this.orders.ship(1)).takesLock("order:1");
	}

	@Test
	void lockIsHeldUntilTheTransactionOfTheTestEnds() {
		this.orders.ship(1);
		assertThatLock("order:1").isHeld();
	}

}

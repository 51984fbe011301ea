package io.lockstarter.test.slices;

import io.lockstarter.test.app.OrderController;
import io.lockstarter.test.app.OrderService;
import io.lockstarter.test.app.ShopApplication;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.webflux.test.autoconfigure.WebFluxTest;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.ContextConfiguration;

/** Tests that annotated beans are locked in the slice of {@code @WebFluxTest}. */
@WebFluxTest(OrderController.class)
@ContextConfiguration(classes = ShopApplication.class)
@Import(OrderService.class)
class WebFluxSliceTests {

	@Autowired
	private OrderService orders;

	@Test
	void secondCallerIsRefused() {
		SecondCaller.isRefused(this.orders);
	}

}

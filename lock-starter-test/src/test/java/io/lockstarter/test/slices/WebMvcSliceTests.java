package io.lockstarter.test.slices;

import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.test.LockTester;
import io.lockstarter.test.app.OrderController;
import io.lockstarter.test.app.OrderService;
import io.lockstarter.test.app.ShopApplication;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.ContextConfiguration;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests that annotated beans are locked in the slice of {@code @WebMvcTest}. */
@WebMvcTest(OrderController.class)
@ContextConfiguration(classes = ShopApplication.class)
@Import(OrderService.class)
class WebMvcSliceTests {

	@Autowired
	private MockMvcTester mvc;

	@Autowired
	private OrderService orders;

	@Autowired
	private LockTester tester;

	@Test
	void secondCallerIsRefused() {
		SecondCaller.isRefused(this.orders);
	}

	@Test
	void controllerIsLocked() {
		assertThat(this.mvc.get().uri("/orders/1")).hasStatusOk().hasBodyTextEqualTo("order 1");
		this.tester.makeBusy("order:1");
		assertThat(this.mvc.get().uri("/orders/1")).failure().hasRootCauseInstanceOf(LockNotAcquiredException.class);
	}

}

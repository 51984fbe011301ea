package io.lockstarter.test.http;

import io.lockstarter.test.LockTester;
import io.lockstarter.test.ServerFault;
import io.lockstarter.test.app.OrderController;
import io.lockstarter.test.app.ShopApplication;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.test.context.ContextConfiguration;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests the problem details of Spring MVC. */
@WebMvcTest(controllers = OrderController.class, properties = "distributed-lock.web.problem-details=true")
@ContextConfiguration(classes = ShopApplication.class)
class MvcProblemDetailsTests {

	@Autowired
	private MockMvcTester mvc;

	@Autowired
	private LockTester tester;

	@Test
	void freeLockHasNoEffect() {
		assertThat(this.mvc.get().uri("/orders/1")).hasStatusOk();
	}

	@Test
	void busyLockIs423() {
		this.tester.makeBusy("order:1");
		assertThat(this.mvc.get().uri("/orders/1")).hasStatus(HttpStatus.LOCKED)
			.hasContentType(MediaType.APPLICATION_PROBLEM_JSON)
			.hasHeader("Retry-After", "1")
			.bodyJson()
			.extractingPath("$.detail")
			.isEqualTo("Another request uses the resource. Try again later.");
	}

	@Test
	void failedLockServerIs503() {
		this.tester.fail(ServerFault.UNREACHABLE);
		assertThat(this.mvc.get().uri("/orders/1")).hasStatus(HttpStatus.SERVICE_UNAVAILABLE)
			.hasContentType(MediaType.APPLICATION_PROBLEM_JSON)
			.hasHeader("Retry-After", "1");
	}

}

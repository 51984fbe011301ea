package io.lockstarter.test.http;

import io.lockstarter.test.LockTester;
import io.lockstarter.test.ServerFault;
import io.lockstarter.test.app.OrderController;
import io.lockstarter.test.app.ShopApplication;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.webflux.test.autoconfigure.WebFluxTest;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.test.context.ContextConfiguration;
import org.springframework.test.web.reactive.server.WebTestClient;

/** Tests the problem details of WebFlux. */
@WebFluxTest(controllers = OrderController.class, properties = "distributed-lock.web.problem-details=true")
@ContextConfiguration(classes = ShopApplication.class)
class WebFluxProblemDetailsTests {

	@Autowired
	private WebTestClient client;

	@Autowired
	private LockTester tester;

	@Test
	void freeLockHasNoEffect() {
		this.client.get().uri("/orders/1").exchange().expectStatus().isOk();
	}

	@Test
	void busyLockIs423() {
		this.tester.makeBusy("order:1");
		this.client.get()
			.uri("/orders/1")
			.exchange()
			.expectStatus()
			.isEqualTo(HttpStatus.LOCKED)
			.expectHeader()
			.contentType(MediaType.APPLICATION_PROBLEM_JSON)
			.expectHeader()
			.valueEquals("Retry-After", "1")
			.expectBody()
			.jsonPath("$.detail")
			.isEqualTo("Another request uses the resource. Try again later.");
	}

	@Test
	void failedLockServerIs503() {
		this.tester.fail(ServerFault.UNREACHABLE);
		this.client.get()
			.uri("/orders/1")
			.exchange()
			.expectStatus()
			.isEqualTo(HttpStatus.SERVICE_UNAVAILABLE)
			.expectHeader()
			.contentType(MediaType.APPLICATION_PROBLEM_JSON)
			.expectHeader()
			.valueEquals("Retry-After", "1");
	}

}

package io.lockstarter.compatibility;

import io.lockstarter.test.LockTester;
import io.lockstarter.test.ServerFault;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.autoconfigure.web.servlet.WebMvcTest;
import org.springframework.context.annotation.Import;
import org.springframework.http.MediaType;
import org.springframework.test.context.ContextConfiguration;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests locks and problem details in the slice of {@code @WebMvcTest}. */
@WebMvcTest(controllers = Shipping.class, properties = "distributed-lock.web.problem-details=true")
@ContextConfiguration(classes = Shipping.Application.class)
@Import(Shipping.class)
class WebMvcSliceTests {

	@Autowired
	private Shipping shipping;

	@Autowired
	private MockMvcTester mvc;

	@Autowired
	private LockTester tester;

	@Test
	void secondCallerIsRefused() {
		Shipping.refusesASecondCaller(this.shipping);
	}

	@Test
	void busyLockIsAProblemDetail() {
		assertThat(this.mvc.get().uri("/orders/1")).hasStatusOk();
		this.tester.makeBusy("order:1");
		assertThat(this.mvc.get().uri("/orders/1")).hasStatus(423)
			.hasContentType(MediaType.APPLICATION_PROBLEM_JSON)
			.hasHeader("Retry-After", "1");
	}

	@Test
	void failedLockServerIsAProblemDetail() {
		this.tester.fail(ServerFault.REFUSED);
		assertThat(this.mvc.get().uri("/orders/1")).hasStatus(503).hasHeader("Retry-After", "1");
	}

}

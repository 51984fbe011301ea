package io.lockstarter.compatibility;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.lockstarter.DistributedLock;
import io.lockstarter.LockNotAcquiredException;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

import static org.assertj.core.api.Assertions.assertThat;

/** A bean with locks for the slices of Spring Boot. */
@RestController
class Shipping {

	@GetMapping("/orders/{id}")
	@DistributedLock(key = "order:#<id>", waitTime = "0")
	String ship(@PathVariable long id) {
		return "shipped";
	}

	@DistributedLock(key = "order:#<id>", waitTime = "0")
	void shipWhile(long id, Runnable work) {
		work.run();
	}

	static void refusesASecondCaller(Shipping shipping) {
		shipping.shipWhile(1,
				() -> assertThat(CompletableFuture.supplyAsync(() -> shipping.ship(1))).failsWithin(1, TimeUnit.MINUTES)
					.withThrowableThat()
					.havingRootCause()
					.isInstanceOf(LockNotAcquiredException.class));
	}

	@SpringBootConfiguration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

	}

}

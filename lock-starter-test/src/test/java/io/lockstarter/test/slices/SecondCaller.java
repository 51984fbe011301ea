package io.lockstarter.test.slices;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.test.app.OrderService;

import static org.assertj.core.api.Assertions.assertThat;

/** Proves that a bean is locked: a second caller is refused while the first one works. */
final class SecondCaller {

	private SecondCaller() {
	}

	static void isRefused(OrderService orders) {
		orders.shipWhile(1,
				() -> assertThat(CompletableFuture.supplyAsync(() -> orders.ship(1))).failsWithin(1, TimeUnit.MINUTES)
					.withThrowableThat()
					.havingRootCause()
					.isInstanceOf(LockNotAcquiredException.class));
		assertThat(orders.ship(1)).isEqualTo("shipped order:1");
	}

}

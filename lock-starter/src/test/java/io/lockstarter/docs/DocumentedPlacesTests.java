package io.lockstarter.docs;

import java.util.List;

import io.lockstarter.LockHandle;
import io.lockstarter.LockService;
import io.lockstarter.docs.Placements.Accounts;
import io.lockstarter.docs.Placements.Ledger;
import io.lockstarter.docs.Placements.ParcelShipping;
import io.lockstarter.docs.Placements.Shipping;
import io.lockstarter.docs.Together.Enabled;
import io.lockstarter.docs.Together.HitsWithoutLock;
import io.lockstarter.docs.Together.Jobs;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import org.springframework.cache.concurrent.ConcurrentMapCacheManager;

import static org.assertj.core.api.Assertions.assertThat;

/** Runs the documented places and combinations. */
class DocumentedPlacesTests {

	@Test
	void places() {
		DocumentedOrdersTests.runner()
			.withUserConfiguration(Ledger.class, ParcelShipping.class, Accounts.class)
			.run((context) -> {
				context.getBean(Ledger.class).open();
				context.getBean(Ledger.class).close(2026);
				context.getBean(Shipping.class).send(5);
				context.getBean(Accounts.class).close(6);
				assertThat(context.getBean(Events.class).keys).containsExactly("ledger", "ledger:2026", "parcel:5",
						"account:6");
			});
	}

	@Test
	void together() {
		DocumentedOrdersTests.runner()
			.withUserConfiguration(Jobs.class, Enabled.class)
			.withPropertyValues("distributed-lock.wait-time=30s")
			.run((context) -> {
				Jobs jobs = context.getBean(Jobs.class);
				List<String> done = context.getBean(Events.class).done;
				Awaitility.await().until(() -> done.contains("totals"));
				LockHandle elsewhere = DocumentedOrdersTests.holdElsewhere(context.getBean(LockService.class),
						"job:rebuild");
				jobs.rebuild();
				assertThat(done).doesNotContain("rebuild");
				elsewhere.release();
				Awaitility.await().until(() -> done.contains("rebuild"));
				jobs.publish();
				jobs.book();
				assertThat(context.getBean(Events.class).keys).contains("job:publish", "job:book");
			});
	}

	@Test
	void hitsWithoutLock() {
		DocumentedOrdersTests.runner()
			.withUserConfiguration(Jobs.class, HitsWithoutLock.class)
			.withBean(ConcurrentMapCacheManager.class)
			.run((context) -> {
				context.getBean(Jobs.class).rate("USD");
				context.getBean(Jobs.class).rate("USD");
				assertThat(context.getBean(Events.class).keys).containsExactly("rate:USD");
			});
	}

}

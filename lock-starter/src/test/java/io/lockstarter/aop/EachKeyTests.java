package io.lockstarter.aop;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.lockstarter.DistributedLock;
import io.lockstarter.LockHandle;
import io.lockstarter.LockNotAcquiredException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** An annotated method locks each element of a collection. */
class EachKeyTests {

	private static final List<Item> ITEMS = List.of(new Item("b"), new Item("a"), new Item("b"));

	@Test
	void eachElementIsLockedOnceAndInOrder() {
		LockedContexts.with(Orders.class).run((context) -> {
			context.getBean(Orders.class).order(ITEMS);
			assertThat(context.getBean(Requests.class).order).containsExactly("+sku:a", "+sku:b", "-sku:b", "-sku:a");
			assertThat(context.getBean(Requests.class).acquired)
				.allMatch((one) -> one.name().equals("sku:#<each items.sku>"));
		});
	}

	@Test
	void noneIsLockedIfOneIsBusy() {
		LockedContexts.with(Orders.class).run((context) -> {
			LockedContexts.holdElsewhere(context, "sku:b");
			assertThatExceptionOfType(LockNotAcquiredException.class)
				.isThrownBy(() -> context.getBean(Orders.class).once(ITEMS))
				.satisfies((ex) -> assertThat(ex.key()).isEqualTo("sku:b"));
			assertThat(LockedContexts.isLocked(context, "sku:a")).isFalse();
		});
	}

	@Test
	void emptyCollectionRunsWithoutALock() {
		LockedContexts.with(Orders.class).run((context) -> {
			Orders orders = context.getBean(Orders.class);
			orders.order(List.of());
			assertThat(orders.events()).containsExactly("order");
			assertThat(orders.later(List.of())).isCompletedWithValue("later");
			assertThat(context.getBean(Requests.class).acquired).isEmpty();
		});
	}

	@Test
	void stageKeepsAllLocksUntilItIsComplete() {
		LockedContexts.with(Orders.class).run((context) -> {
			assertThat(context.getBean(Orders.class).later(ITEMS)).succeedsWithin(20, TimeUnit.SECONDS)
				.isEqualTo("later");
			assertThat(context.getBean(Requests.class).acquired).hasSize(2);
		});
	}

	@Test
	void secondKeyIsLockedInAnyCase() {
		LockedContexts.with(Orders.class).run((context) -> {
			assertThat(context.getBean(Orders.class).both(7, List.of())).isEqualTo("cart:7");
			assertThat(context.getBean(Orders.class).both(7, ITEMS)).isEqualTo("cart:7,sku:a,sku:b");
		});
	}

	record Item(String sku) {
	}

	static class Orders {

		private final List<String> events = new ArrayList<>();

		// Fields of a proxy are not those of the bean.
		public List<String> events() {
			return this.events;
		}

		@DistributedLock(key = "sku:#<each items.sku>")
		public void order(List<Item> items) {
			this.events.add("order");
		}

		@DistributedLock(key = "sku:#<each items.sku>", waitTime = "0")
		public void once(List<Item> items) {
		}

		@DistributedLock(key = "sku:#<each items.sku>")
		public CompletableFuture<String> later(List<Item> items) {
			return CompletableFuture.completedFuture("later");
		}

		@DistributedLock(key = { "cart:#<id>", "sku:#<each items.sku>" })
		public String both(long id, List<Item> items) {
			return LockHandle.current().key();
		}

	}

}

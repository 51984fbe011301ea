package io.lockstarter.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.lockstarter.LockBackendException;
import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.memory.InMemoryLockStore;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.StoreException;
import io.lockstarter.store.StoreException.Outcome;
import io.lockstarter.testsupport.TestTimeouts;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/** Tests the fencing numbers of callers, on a store whose numbers rise. */
class FenceTests {

	private static final LockRequest FENCED = LockRequest.of("k").withFence(true).withWaitTime(TestTimeouts.LIMIT);

	private final LockStore store = new InMemoryLockStore();

	private final List<TestInstance> instances = new ArrayList<>();

	@AfterEach
	void close() {
		this.instances.forEach(TestInstance::close);
	}

	private LockEngine instance() {
		return instance(this.store);
	}

	private LockEngine instance(LockStore on) {
		TestInstance instance = new TestInstance(on);
		this.instances.add(instance);
		return instance.locks();
	}

	@Test
	void holdHasNoFenceByDefault() {
		try (LockHandle handle = instance().acquire("k")) {
			assertThat(handle.fence()).isEmpty();
		}
	}

	@Test
	void eachHoldHasAHigherFence() {
		LockEngine one = instance();
		LockEngine other = instance();
		long before = 0;
		for (int i = 0; i < 10; i++) {
			try (LockHandle handle = ((i % 2 == 0) ? one : other).acquire(FENCED)) {
				assertThat(handle.fence().orElseThrow()).isGreaterThan(before);
				before = handle.fence().orElseThrow();
			}
		}
	}

	@Test
	void nestedHoldsHaveTheFenceOfTheOutermost() {
		LockEngine engine = instance();
		try (LockHandle outer = engine.acquire(FENCED); LockHandle inner = engine.acquire(FENCED)) {
			assertThat(inner.fence()).isPresent().isEqualTo(outer.fence());
		}
	}

	@Test
	void nestedRequestWithFenceTakesOneForTheOuterHold() {
		LockEngine engine = instance();
		try (LockHandle outer = engine.acquire("k"); LockHandle inner = engine.acquire(FENCED)) {
			assertThat(inner.fence()).isPresent();
			assertThat(outer.fence()).isEqualTo(inner.fence());
		}
	}

	@Test
	void eachHoldOfAHandedOnLeaseHasItsOwnFence() {
		LockEngine engine = instance();
		LockHandle first = engine.acquire(FENCED);
		List<CompletableFuture<LockHandle>> waiting = new ArrayList<>();
		for (int i = 0; i < 5; i++) {
			waiting.add(engine.acquireAsync(FENCED).toCompletableFuture());
		}
		await().until(() -> engine.waiting("k") == 5);
		long before = first.fence().orElseThrow();
		LockHandle handle = first;
		for (CompletableFuture<LockHandle> next : waiting) {
			handle.close();
			handle = next.orTimeout(30, TimeUnit.SECONDS).join();
			assertThat(handle.fence().orElseThrow()).isGreaterThan(before);
			before = handle.fence().orElseThrow();
		}
		handle.close();
	}

	@Test
	void waiterThatIsGrantedTheKeyTakesAFence() {
		LockEngine one = instance();
		LockHandle held = one.acquire(FENCED);
		CompletableFuture<LockHandle> waiting = instance().acquireAsync(FENCED).toCompletableFuture();
		held.close();
		LockHandle granted = waiting.orTimeout(30, TimeUnit.SECONDS).join();
		assertThat(granted.fence().orElseThrow()).isGreaterThan(held.fence().orElseThrow());
		granted.close();
	}

	@Test
	void requestForAFenceFailsIfTheLockServerHasNone() {
		LockStore without = new FaultyStore(this.store) {

			@Override
			public long acquireFenced(String key, String token, long ttlMillis, int count) {
				throw new StoreException(Outcome.REFUSED, "no numbers here", null);
			}

		};
		assertThatExceptionOfType(LockBackendException.class).isThrownBy(() -> instance(without).acquire(FENCED))
			.withMessageContaining("no numbers here");
		assertThat(this.store.inspect("k")).isEmpty();
	}

	@Test
	void failedNestedRequestForAFenceKeepsTheOuterHold() {
		LockStore without = new FaultyStore(this.store) {

			@Override
			public long fence(String key, String token, long ttlMillis, int count) {
				throw new StoreException(Outcome.UNKNOWN, "no answer", null);
			}

		};
		LockEngine engine = instance(without);
		try (LockHandle outer = engine.acquire("k")) {
			assertThatExceptionOfType(LockBackendException.class).isThrownBy(() -> engine.acquire(FENCED));
			assertThat(outer.isHeld()).isTrue();
			assertThat(outer.fence()).isEqualTo(OptionalLong.empty());
		}
		assertThat(this.store.inspect("k")).isEmpty();
	}

}

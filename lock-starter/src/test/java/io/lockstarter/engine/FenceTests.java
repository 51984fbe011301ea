package io.lockstarter.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.LockServerException;
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

	private static final LockRequest FENCED = LockRequest.of("k").withFencing(true).withWaitTime(TestTimeouts.LIMIT);

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
			assertThat(handle.fencingNumber()).isEmpty();
		}
	}

	@Test
	void eachHoldHasAHigherFence() {
		LockEngine one = instance();
		LockEngine other = instance();
		long before = 0;
		for (int i = 0; i < 10; i++) {
			try (LockHandle handle = ((i % 2 == 0) ? one : other).acquire(FENCED)) {
				assertThat(handle.fencingNumber().orElseThrow()).isGreaterThan(before);
				before = handle.fencingNumber().orElseThrow();
			}
		}
	}

	@Test
	void nestedHoldsHaveTheFenceOfTheOutermost() {
		LockEngine engine = instance();
		try (LockHandle outer = engine.acquire(FENCED); LockHandle inner = engine.acquire(FENCED)) {
			assertThat(inner.fencingNumber()).isPresent().isEqualTo(outer.fencingNumber());
		}
	}

	@Test
	void nestedRequestWithFenceTakesOneForTheOuterHold() {
		LockEngine engine = instance();
		try (LockHandle outer = engine.acquire("k"); LockHandle inner = engine.acquire(FENCED)) {
			assertThat(inner.fencingNumber()).isPresent();
			assertThat(outer.fencingNumber()).isEqualTo(inner.fencingNumber());
		}
	}

	@Test
	void eachHoldOfAHandedOnLeaseHasItsOwnFence() {
		LockEngine engine = instance();
		LockHandle first = engine.acquire(FENCED);
		List<CompletableFuture<LockHandle>> waiting = new ArrayList<>();
		for (int i = 0; i < 5; i++) {
			waiting.add(engine.acquireAsync(FENCED));
		}
		await().until(() -> engine.waiting("k") == 5);
		long before = first.fencingNumber().orElseThrow();
		LockHandle handle = first;
		for (CompletableFuture<LockHandle> next : waiting) {
			handle.close();
			handle = next.orTimeout(30, TimeUnit.SECONDS).join();
			assertThat(handle.fencingNumber().orElseThrow()).isGreaterThan(before);
			before = handle.fencingNumber().orElseThrow();
		}
		handle.close();
	}

	@Test
	void waiterThatIsGrantedTheKeyTakesAFence() {
		LockEngine one = instance();
		LockHandle held = one.acquire(FENCED);
		CompletableFuture<LockHandle> waiting = instance().acquireAsync(FENCED);
		held.close();
		LockHandle granted = waiting.orTimeout(30, TimeUnit.SECONDS).join();
		assertThat(granted.fencingNumber().orElseThrow()).isGreaterThan(held.fencingNumber().orElseThrow());
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
		assertThatExceptionOfType(LockServerException.class).isThrownBy(() -> instance(without).acquire(FENCED))
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
			assertThatExceptionOfType(LockServerException.class).isThrownBy(() -> engine.acquire(FENCED));
			assertThat(outer.isHeld()).isTrue();
			assertThat(outer.fencingNumber()).isEqualTo(OptionalLong.empty());
		}
		assertThat(this.store.inspect("k")).isEmpty();
	}

}

package io.lockstarter.engine;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.LockServerException;
import io.lockstarter.LockType;
import io.lockstarter.memory.InMemoryLockStore;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.StoreException;
import io.lockstarter.store.StoreException.Outcome;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/** Tests requests of one owner that is no thread, as in reactive code. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SharedOwnerTests {

	private static final LockRequest K = LockRequest.of("k").withWaitTime(LockRequest.FOREVER);

	private final InMemoryLockStore memory = new InMemoryLockStore();

	private final Object owner = new Object();

	private volatile boolean fenceFails;

	private volatile boolean onlyExclusive;

	private final TestInstance here = new TestInstance(store());

	private final TestInstance there = new TestInstance(this.memory);

	@AfterEach
	void nothingIsLeftBehind() {
		try (TestInstance one = this.here; TestInstance two = this.there) {
			await().untilAsserted(() -> assertThat(one.entries() + two.entries()).isZero());
		}
	}

	/** The nested request fails, and so does not keep the lock of its owner. */
	@Test
	void failedNestedRequestDoesNotKeepTheLock() throws Exception {
		LockHandle outer = get(ask(K));
		this.fenceFails = true;
		assertThat(ask(K.withFencing(true))).failsWithin(30, TimeUnit.SECONDS)
			.withThrowableThat()
			.withCauseInstanceOf(LockServerException.class);
		outer.close();
		this.there.locks().acquire(K).close();
	}

	@Test
	void requestIsNestedInAHoldAlthoughAnotherRequestOfTheOwnerWaits() throws Exception {
		LockRequest fair = K.withType(LockType.FAIR);
		LockHandle other = this.there.locks().acquire(fair);
		CompletableFuture<LockHandle> first = ask(fair);
		await().until(() -> this.here.locks().waiting("k") == 1);
		CompletableFuture<LockHandle> second = ask(fair);
		await().until(() -> this.here.locks().waiting("k") == 2);
		other.close();
		LockHandle outer = get(first);
		get(ask(fair)).close();
		outer.close();
		get(second).close();
	}

	/** A refused type must leave nothing in the lane of an earlier key. */
	@Test
	void typeThatTheServerDoesNotHaveIsRefusedBeforeTheFirstLock() {
		this.onlyExclusive = true;
		List<LockRequest> both = List.of(LockRequest.of("a"), LockRequest.of("b").withType(LockType.FAIR));
		assertThatIllegalArgumentException().isThrownBy(() -> this.here.locks().acquireAsync(both));
		assertThatIllegalArgumentException().isThrownBy(() -> this.here.locks().acquire(both));
		assertThat(this.here.locks().tryAcquire("a")).isPresent().get().satisfies(LockHandle::close);
	}

	private CompletableFuture<LockHandle> ask(LockRequest request) {
		return InternalLockService.acquireAsync(this.here.locks(), List.of(request), this.owner);
	}

	private static LockHandle get(CompletableFuture<LockHandle> handle) throws Exception {
		return handle.get(60, TimeUnit.SECONDS);
	}

	private LockStore store() {
		return (LockStore) Proxy.newProxyInstance(LockStore.class.getClassLoader(), new Class<?>[] { LockStore.class },
				(proxy, method, arguments) -> {
					if (method.getName().equals("fence") && this.fenceFails) {
						throw new StoreException(Outcome.UNKNOWN, "no reply", null);
					}
					if (method.getName().equals("supports") && this.onlyExclusive) {
						return arguments[0] == LockType.EXCLUSIVE;
					}
					try {
						return method.invoke(this.memory, arguments);
					}
					catch (InvocationTargetException ex) {
						throw ex.getCause();
					}
				});
	}

}

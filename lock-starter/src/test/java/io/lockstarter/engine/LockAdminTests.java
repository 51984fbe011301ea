package io.lockstarter.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.lockstarter.LockAdmin;
import io.lockstarter.LockHandle;
import io.lockstarter.LockInfo;
import io.lockstarter.LockLostException;
import io.lockstarter.LockRequest;
import io.lockstarter.LockType;
import io.lockstarter.store.LockStore;
import io.lockstarter.testsupport.TestTimeouts;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/** The contract of the tools for operators. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@SuppressWarnings("NullAway")
abstract class LockAdminTests {

	private static final LockRequest K = LockRequest.of("k").withTtl(Duration.ofMinutes(2));

	protected TestInstance here;

	protected TestInstance there;

	protected abstract LockStore store();

	@BeforeEach
	void start() {
		this.here = new TestInstance(store());
		this.there = new TestInstance(store());
	}

	@AfterEach
	void stop() {
		this.here.close();
		this.there.close();
	}

	@Test
	void forceReleaseOfAFreeLockReturnsEmpty() {
		assertThat(this.here.locks().admin().forceRelease("k")).isEmpty();
	}

	@Test
	void forceReleaseInTheSameInstanceIsALossAtOnce() {
		LockHandle handle = this.here.locks().acquire(K);
		LockAdmin.ForcedRelease forced = this.here.locks().admin().forceRelease("k").orElseThrow();
		assertThat(forced.lock().holder().token()).isEqualTo(handle.token());
		assertThat(forced.lock().holder().heldHere()).isTrue();
		assertThat(handle.isHeld()).isFalse();
		assertThatExceptionOfType(LockLostException.class).isThrownBy(handle::close)
			.withMessageContaining("LockAdmin.forceRelease")
			.satisfies((ex) -> assertThat(ex.reason()).isEqualTo(LockLostException.Reason.FORCED));
		this.there.locks().acquire(K).close();
	}

	@Test
	void forceReleaseGrantsTheLockToTheNextWaiter() {
		LockHandle handle = this.here.locks().acquire(K);
		CompletableFuture<LockHandle> waiter = this.there.locks().acquireAsync(K.withWaitTime(LockRequest.FOREVER));
		await().until(() -> this.there.locks().waiting("k") == 1);
		assertThat(this.here.locks().admin().forceRelease("k")).isPresent();
		assertThat(waiter).succeedsWithin(TestTimeouts.LIMIT).satisfies((next) -> {
			assertThat(next.isHeld()).isTrue();
			assertThat(handle.isHeld()).isFalse();
			next.close();
		});
	}

	@Test
	void forceReleaseRaisesTheFencingNumber() {
		LockHandle handle = this.here.locks().acquire(K.withFencing(true));
		long old = handle.fencingNumber().orElseThrow();
		LockAdmin.ForcedRelease forced = this.there.locks().admin().forceRelease("k").orElseThrow();
		forced.fencingNumber().ifPresent((number) -> assertThat(number).isGreaterThan(old));
		LockHandle next = this.there.locks().acquire(K.withFencing(true));
		assertThat(next.fencingNumber().orElseThrow()).isGreaterThan(forced.fencingNumber().orElse(old));
		next.close();
	}

	@Test
	void invalidArgumentsAreRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> this.here.locks().admin().forceRelease("~x"));
		assertThatIllegalArgumentException().isThrownBy(() -> this.here.locks().admin().list(null));
		assertThatIllegalArgumentException().isThrownBy(() -> this.here.locks().admin().list("", null, 0));
	}

	/**
	 * Takes a lock of another type away from an instance that listens, since one of its
	 * callers has waited.
	 */
	protected final void assertTakenAway(LockType type) throws Exception {
		LockRequest typed = LockRequest.of("k").withType(type);
		// Without the message, the loss would be noticed after twenty minutes.
		LockRequest request = ((type == LockType.SEMAPHORE) ? typed.withPermits(1) : typed)
			.withFencing(type == LockType.FAIR || type == LockType.WRITE)
			.withWaitTime(LockRequest.FOREVER)
			.withTtl(Duration.ofHours(1));
		LockHandle first = this.here.locks().acquire(request.withType(blocked(type)));
		LockHandle holder = granted(request, first);
		CompletableFuture<LockHandle> waiter = this.here.locks().acquireAsync(request.withType(blocked(type)));
		await().until(() -> this.here.locks().waiting("k") == 1);
		LockAdmin.ForcedRelease forced = this.here.locks().admin().forceRelease("k").orElseThrow();
		await().until(() -> !holder.isHeld());
		assertThatExceptionOfType(LockLostException.class).isThrownBy(holder::close)
			.satisfies((ex) -> assertThat(ex.reason()).isEqualTo(LockLostException.Reason.FORCED));
		LockHandle next = waiter.get(TestTimeouts.LIMIT.toSeconds(), TimeUnit.SECONDS);
		holder.fencingNumber().ifPresent((number) -> {
			assertThat(forced.fencingNumber().orElseThrow()).isGreaterThan(number);
			assertThat(next.fencingNumber().orElseThrow()).isGreaterThan(forced.fencingNumber().orElseThrow());
		});
		next.close();
	}

	/** Returns a hold of the other instance, which has waited for the first one. */
	private LockHandle granted(LockRequest request, LockHandle first) {
		CompletableFuture<LockHandle> waiter = this.there.locks().acquireAsync(request);
		await().until(() -> this.there.locks().waiting("k") == 1);
		awaitSubscription(this.there);
		first.close();
		return waiter.join();
	}

	/** Waits until the instance has subscribed. */
	protected void awaitSubscription(TestInstance instance) {
	}

	/** Returns a type that is busy while the given type is held. */
	private static LockType blocked(LockType type) {
		return (type == LockType.READ) ? LockType.WRITE : type;
	}

	/** Lists all pages. */
	protected final List<LockInfo> list(String prefix, int size) {
		List<LockInfo> all = new ArrayList<>();
		LockAdmin.Page page = this.here.locks().admin().list(prefix, null, size);
		all.addAll(page.locks());
		while (page.next().isPresent()) {
			page = this.here.locks().admin().list(prefix, page.next().get(), size);
			all.addAll(page.locks());
		}
		return all;
	}

	protected final void assertListed() {
		List<LockHandle> handles = new ArrayList<>();
		for (int i = 0; i < 50; i++) {
			handles.add(((i % 2 == 0) ? this.here : this.there).locks()
				.acquire(LockRequest.of("order:" + i).withTtl(Duration.ofMinutes(2)).withFencing(i % 3 == 0)));
		}
		handles.add(this.here.locks().acquire(LockRequest.of("ord*r:1").withTtl(Duration.ofMinutes(2))));
		List<LockInfo> orders = list("order:", 7);
		assertThat(orders).extracting(LockInfo::key)
			.containsOnlyOnceElementsOf(handles.subList(0, 50).stream().map(LockHandle::key).toList())
			.hasSize(50);
		assertThat(orders).filteredOn((info) -> info.holder().heldHere()).hasSize(25);
		assertThat(orders).allSatisfy((info) -> assertThat(info.holder().instance()).isPresent());
		assertThat(list("", 100)).extracting(LockInfo::key).hasSize(51).noneMatch((key) -> key.startsWith("~"));
		assertThat(list("ord*", 100)).extracting(LockInfo::key).containsExactly("ord*r:1");
		assertThat(list("nothing", 10)).isEmpty();
		handles.forEach(LockHandle::close);
		assertThat(list("order:", 7)).isEmpty();
	}

}

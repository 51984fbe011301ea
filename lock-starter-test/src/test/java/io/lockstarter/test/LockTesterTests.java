package io.lockstarter.test;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.lockstarter.LockEvent;
import io.lockstarter.LockHandle;
import io.lockstarter.LockListener;
import io.lockstarter.LockLostException;
import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.LockRequest;
import io.lockstarter.LockServerException;
import io.lockstarter.LockService;
import io.lockstarter.LockType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static io.lockstarter.test.LockAssertions.assertThatLock;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/** Tests the tester without Spring. */
class LockTesterTests {

	private static final LockRequest ONCE = LockRequest.of("order:1").withWaitTime(Duration.ZERO);

	private static final LockRequest LONG = LockRequest.of("order:1").withWaitTime(Duration.ofHours(1));

	private final LockTester tester = LockTester.create();

	private final LockService locks = this.tester.service();

	@AfterEach
	void close() {
		this.tester.close();
	}

	@Test
	void busyKeyIsRefusedUntilItIsReleased() {
		BusyLock busy = this.tester.makeBusy("order:1");
		assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(() -> this.locks.acquire(ONCE))
			.withMessageContaining("held by another caller");
		assertThat(busy.isHeld()).isTrue();
		busy.release();
		assertThat(busy.isHeld()).isFalse();
		this.locks.acquire(ONCE).close();
	}

	@Test
	void busyKeyStaysBusyWhenTheClockIsMoved() {
		this.tester.makeBusy("order:1");
		this.tester.advance(Duration.ofDays(100));
		assertThat(this.locks.tryAcquire("order:1")).isEmpty();
	}

	@Test
	void busyKeyHasTheTypeOfItsRequest() {
		this.tester.makeBusy(LockRequest.of("order:1").withType(LockType.READ));
		assertThat(this.locks.tryAcquire(ONCE.withType(LockType.WRITE))).isEmpty();
		assertThat(this.locks.tryAcquire(ONCE.withType(LockType.READ))).isPresent();
	}

	@Test
	void heldKeyCannotBeMadeBusy() {
		this.locks.acquire(ONCE);
		assertThatIllegalStateException().isThrownBy(() -> this.tester.makeBusy("order:1"))
			.withMessageContaining("held already");
	}

	@Test
	void lostLockIsLostAtOnce() {
		LockHandle handle = this.locks.acquire("order:1");
		this.tester.lose("order:1");
		assertThat(handle.isHeld()).isFalse();
		assertThatExceptionOfType(LockLostException.class).isThrownBy(handle::ensureHeld)
			.satisfies((ex) -> assertThat(ex.reason()).isEqualTo(LockLostException.Reason.FORCED));
		assertThat(this.locks.tryAcquire("order:1")).isPresent();
	}

	@Test
	void lockIsLostAlsoWhileTheServerFails() {
		LockHandle handle = this.locks.acquire("order:1");
		this.tester.fail(ServerFault.UNREACHABLE);
		this.tester.lose("order:1");
		assertThat(handle.isHeld()).isFalse();
	}

	@Test
	void freeLockCannotBeLost() {
		assertThatIllegalStateException().isThrownBy(() -> this.tester.lose("order:1"))
			.withMessageContaining("is not held");
	}

	@Test
	void movedClockEndsTheLease() {
		CountDownLatch lost = new CountDownLatch(1);
		LockHandle handle = this.locks.acquire(LockRequest.of("order:1").withTtl(Duration.ofHours(2)));
		handle.onLost(lost::countDown);
		this.tester.advance(Duration.ofHours(1));
		assertThat(handle.isHeld()).isTrue();
		this.tester.advance(Duration.ofHours(3));
		await().atMost(Duration.ofMinutes(1)).until(() -> lost.getCount() == 0);
		assertThat(handle.isHeld()).isFalse();
		assertThatLock("order:1").isFree();
	}

	@Test
	void movedClockEndsTheWaitOfACaller() throws Exception {
		this.tester.makeBusy("order:1");
		CompletableFuture<LockHandle> waiter = CompletableFuture.supplyAsync(() -> this.locks.acquire(LONG));
		await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> assertThatLock(this.tester, "order:1").hasWaiters(1));
		this.tester.advance(Duration.ofHours(2));
		assertThat(waiter).failsWithin(1, TimeUnit.MINUTES)
			.withThrowableThat()
			.havingRootCause()
			.isInstanceOf(LockNotAcquiredException.class);
	}

	@Test
	void clockCannotBeMovedBack() {
		assertThatIllegalArgumentException().isThrownBy(() -> this.tester.advance(Duration.ofSeconds(-1)));
	}

	@Test
	void serverThatRefusesFailsTheCallerAtOnce() {
		this.tester.fail(ServerFault.REFUSED);
		assertThatExceptionOfType(LockServerException.class).isThrownBy(() -> this.locks.acquire(LONG))
			.withMessageContaining("refuses all commands");
		this.tester.recover();
		this.locks.acquire(ONCE).close();
	}

	@Test
	void unreachableServerFailsTheCallerAfterItsWaitTime() {
		this.tester.fail(ServerFault.UNREACHABLE);
		assertThatExceptionOfType(LockServerException.class).isThrownBy(() -> this.locks.acquire(ONCE));
		assertThatLock("order:1").isFree();
	}

	@Test
	void lostReplyLeavesALockThatIsRemovedInTheBackground() {
		this.tester.fail(ServerFault.LOST_REPLIES);
		assertThatExceptionOfType(LockServerException.class).isThrownBy(() -> this.locks.acquire(ONCE));
		this.tester.recover();
		await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> assertThatLock(this.tester, "order:1").isFree());
	}

	@Test
	void delayHoldsBackEveryCommand() {
		this.tester.delay(Duration.ofMillis(300));
		long start = System.nanoTime();
		this.locks.acquire(ONCE);
		assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofMillis(300));
	}

	@Test
	void resetEndsFaultsAndReleasesBusyLocks() {
		this.tester.makeBusy("order:1");
		this.tester.fail(ServerFault.REFUSED);
		this.tester.reset();
		this.locks.acquire(ONCE).close();
	}

	@Test
	void listenersReceiveEvents() {
		CountDownLatch acquired = new CountDownLatch(1);
		try (LockTester other = LockTester.create(new LockListener() {

			@Override
			public void on(LockEvent event) {
				if (event instanceof LockEvent.Acquired) {
					acquired.countDown();
				}
			}

		})) {
			other.service().acquire("order:1");
			await().atMost(Duration.ofMinutes(1)).until(() -> acquired.getCount() == 0);
		}
	}

	@Test
	void assertionWithoutTesterSaysWhatToDo() {
		this.tester.close();
		assertThatIllegalStateException().isThrownBy(() -> assertThatLock("order:1"))
			.withMessageContaining("LockTester.create()");
	}

}

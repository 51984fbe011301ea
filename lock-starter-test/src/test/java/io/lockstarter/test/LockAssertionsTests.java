package io.lockstarter.test;

import java.time.Duration;

import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.LockService;
import io.lockstarter.LockType;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static io.lockstarter.test.LockAssertions.assertThatCall;
import static io.lockstarter.test.LockAssertions.assertThatLock;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Tests that each assertion passes and fails as it should. */
class LockAssertionsTests {

	private final LockTester tester = LockTester.create();

	private final LockService locks = this.tester.service();

	@AfterEach
	void close() {
		this.tester.close();
	}

	@Test
	void heldLock() {
		LockHandle handle = this.locks.acquire("order:1");
		assertThatLock("order:1").isHeld()
			.isHeldByApplication()
			.hasType(LockType.EXCLUSIVE)
			.hasHolders(1)
			.hasWaiters(0);
		fails(() -> assertThatLock("order:1").isFree(), "to be free, but instance test");
		fails(() -> assertThatLock("order:1").hasType(LockType.READ), "but it has the type EXCLUSIVE");
		fails(() -> assertThatLock("order:1").hasHolders(2), "but it has 1");
		fails(() -> assertThatLock("order:1").hasWaiters(1), "but it has 0");
		handle.close();
	}

	@Test
	void freeLock() {
		assertThatLock("order:1").isFree();
		fails(() -> assertThatLock("order:1").isHeld(), "to be held, but it is free");
		fails(() -> assertThatLock("order:1").isHeldByApplication(), "to be held, but it is free");
	}

	@Test
	void busyLockIsNotHeldByTheApplication() {
		this.tester.makeBusy("order:1");
		assertThatLock("order:1").isHeld();
		fails(() -> assertThatLock("order:1").isHeldByApplication(), "but the test has made it busy");
		fails(() -> assertThatLock("order:1").isFree(), "but the test holds it");
	}

	@Test
	void callThatTakesLocks() {
		assertThatCall(() -> take("order:1", "order:2")).takesLock("order:1").takesOnlyLocks("order:2", "order:1");
		fails(() -> assertThatCall(() -> take("order:1")).takesLock("order:2"), "but it took [order:1]");
		fails(() -> assertThatCall(() -> take("order:1")).takesOnlyLocks("order:1", "order:2"), "took [order:1]");
		fails(() -> assertThatCall(() -> take("order:1")).takesNoLock(), "but it took [order:1]");
	}

	@Test
	void callThatTakesNoLock() {
		assertThatCall(() -> {
		}).takesNoLock();
		fails(() -> assertThatCall(() -> {
		}).takesLock("order:1"), "but it took no lock");
		fails(() -> assertThatCall(() -> {
		}).excludes(() -> take("order:1")), "the first call takes no lock");
	}

	@Test
	void callThatFails() {
		fails(() -> assertThatCall(() -> {
			throw new IllegalStateException("sold out");
		}).takesNoLock(), "sold out");
	}

	@Test
	void callsWithOneKeyExcludeEachOther() {
		assertThatCall(() -> take("order:1")).excludes(() -> take("order:2", "order:1"));
		assertThatCall(() -> take("order:1")).excludes(() -> this.locks.acquire(once("order:1")).close());
		assertThatLock("order:1").isFree();
	}

	@Test
	void callsWithDifferentKeysDoNotExcludeEachOther() {
		fails(() -> assertThatCall(() -> take("order:1")).excludes(() -> take("order:2")), "[order:1]");
		fails(() -> assertThatCall(() -> take("order:1")).excludes(() -> {
			throw new IllegalStateException("sold out");
		}), "sold out");
	}

	@Test
	void readersDoNotExcludeEachOther() {
		ThrowingCallable reader = () -> this.locks.acquire(once("order:1").withType(LockType.READ)).close();
		ThrowingCallable writer = () -> this.locks.acquire(once("order:1").withType(LockType.WRITE)).close();
		fails(() -> assertThatCall(reader).excludes(reader), "[order:1]");
		assertThatCall(reader).excludes(writer);
		assertThatCall(writer).excludes(reader);
	}

	@Test
	void minimumHoldExcludesToo() {
		ThrowingCallable job = () -> this.locks.acquire(once("job").withMinHold(Duration.ofHours(1))).close();
		assertThatCall(job).excludes(job);
	}

	private void take(String... keys) {
		for (String key : keys) {
			this.locks.run(LockRequest.of(key), () -> assertThatLock(this.tester, key).isHeldByApplication());
		}
	}

	private static LockRequest once(String key) {
		return LockRequest.of(key).withWaitTime(Duration.ZERO);
	}

	private static void fails(ThrowingCallable assertion, String message) {
		assertThatExceptionOfType(AssertionError.class).isThrownBy(assertion)
			.satisfies((ex) -> assertThat(ex).hasMessageContaining(message));
	}

}

package io.lockstarter.test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.lockstarter.LockHandle;
import io.lockstarter.LockLostException;
import io.lockstarter.LockScope;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/** Tests the handle for unit tests. */
@SuppressWarnings("try")
class TestLockHandleTests {

	@Test
	void currentHandleIsTheOneOfTheScope() {
		TestLockHandle handle = TestLockHandle.held("order:1", 7);
		try (LockScope scope = handle.openScope()) {
			assertThat(LockHandle.current()).isSameAs(handle);
			assertThat(LockHandle.current().fencingNumber()).hasValue(7);
			LockScope.ensureHeld();
		}
		assertThatIllegalStateException().isThrownBy(LockHandle::current);
	}

	@Test
	void lostHandleFailsAndRunsItsActionsOnce() {
		TestLockHandle handle = TestLockHandle.held("order:1");
		List<String> actions = new ArrayList<>();
		handle.onLost(() -> actions.add("before"));
		handle.lose(LockLostException.Reason.NOT_OURS);
		handle.lose();
		handle.onLost(() -> actions.add("after"));
		assertThat(actions).containsExactly("before", "after");
		assertThat(handle.isHeld()).isFalse();
		assertThat(handle.remaining()).isZero();
		assertThatExceptionOfType(LockLostException.class).isThrownBy(handle::ensureHeld)
			.satisfies((ex) -> assertThat(ex.reason()).isEqualTo(LockLostException.Reason.NOT_OURS));
		try (LockScope scope = handle.openScope()) {
			assertThatExceptionOfType(LockLostException.class).isThrownBy(LockScope::ensureHeld);
		}
		assertThatExceptionOfType(LockLostException.class).isThrownBy(handle::close);
		handle.close();
	}

	@Test
	void releasedHandleIsNotLost() {
		TestLockHandle handle = TestLockHandle.held("order:1");
		assertThat(handle.release()).isTrue();
		assertThat(handle.release()).isFalse();
		handle.lose();
		assertThatIllegalStateException().isThrownBy(handle::ensureHeld);
		handle.close();
	}

	@Test
	void extensionNeverShortensTheHold() {
		TestLockHandle handle = TestLockHandle.held("order:1");
		handle.extend(Duration.ofSeconds(10));
		assertThat(handle.remaining()).isEqualTo(Duration.ofSeconds(30));
		handle.extend(Duration.ofMinutes(1));
		assertThat(handle.remaining()).isEqualTo(Duration.ofMinutes(1));
	}

}

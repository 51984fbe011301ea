package io.lockstarter.engine;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

import io.lockstarter.LockRequest;
import io.lockstarter.LockType;
import io.lockstarter.memory.InMemoryLockStore;
import io.lockstarter.store.MonotonicClock;
import io.lockstarter.testsupport.VirtualTime;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/** Releases a handle while another thread checks whether it is held. */
class ReleasedMeanwhileTests {

	private final AtomicReference<@Nullable Runnable> meanwhile = new AtomicReference<>();

	@Test
	void handleThatAnotherThreadReleasesIsReleasedAndNotLost() {
		VirtualTime time = new VirtualTime();
		VirtualInstance instance = new VirtualInstance("a", time, new InMemoryLockStore(time));
		// The handle reads the clock after it has seen that it is not released.
		MonotonicClock clock = () -> {
			Runnable action = this.meanwhile.getAndSet(null);
			if (action != null) {
				action.run();
			}
			return time.nanos();
		};
		Events events = new Events(List.of(), List.of(), clock, Runnable::run);
		DefaultLockHandle handle = new DefaultLockHandle(instance.acquire(LockRequest.of("k")), LockType.EXCLUSIVE,
				new DefaultLockHandle.Factory(instance.commands, instance.releases, events, clock));
		this.meanwhile.set(handle::release);
		assertThatIllegalStateException().isThrownBy(handle::ensureHeld).withMessageContaining("was released");
	}

}

package io.lockstarter.engine;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import io.lockstarter.LockHandle;
import io.lockstarter.memory.InMemoryLockStore;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests the actions of handles on a loss. */
class LossActionTests {

	@Test
	void nestedHandleRemovesItsActionsFromALongHold() {
		try (TestInstance instance = new TestInstance(new InMemoryLockStore())) {
			LockHandle outer = instance.locks().acquire("key");
			AtomicInteger outerRuns = new AtomicInteger();
			outer.onLost(outerRuns::incrementAndGet);
			List<WeakReference<Runnable>> actions = new ArrayList<>();
			for (int i = 0; i < 100; i++) {
				LockHandle nested = instance.locks().acquire("key");
				actions.add(listen(nested, i));
				nested.close();
			}
			Awaitility.await().untilAsserted(() -> {
				System.gc();
				assertThat(actions).filteredOn((action) -> action.get() != null).isEmpty();
			});
			instance.locks().release("key", outer.token());
			Awaitility.await().until(() -> outerRuns.get() == 1);
		}
	}

	private static WeakReference<Runnable> listen(LockHandle handle, int number) {
		AtomicInteger runs = new AtomicInteger(number);
		Runnable action = runs::incrementAndGet;
		handle.onLost(action);
		return new WeakReference<>(action);
	}

}

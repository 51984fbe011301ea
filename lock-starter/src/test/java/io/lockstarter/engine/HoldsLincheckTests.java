package io.lockstarter.engine;

import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests that each thread finds its own holds in the registry, and that nothing is left.
 */
@Tag("own-jvm")
class HoldsLincheckTests {

	private static final LockHandle OUTER = handle();

	private static final LockHandle INNER = handle();

	private static final LockRequest K = LockRequest.of("k");

	@Test
	void eachThreadFindsItsOwnHandles() {
		Interleavings.check(() -> {
			AdapterHolds holds = new AdapterHolds();
			Interleavings.both(() -> twice(holds), () -> twice(holds));
			Interleavings.require(holds.size() == 0, "a hold is left");
		});
	}

	private static void twice(AdapterHolds holds) {
		holds.push(K, OUTER);
		holds.push(K, INNER);
		Interleavings.require(holds.pop(K) == INNER, "not the inner one");
		Interleavings.require(holds.pop(K) == OUTER, "not the outer one");
		Interleavings.require(holds.pop(K) == null, "one of another thread");
	}

	@Test
	void registryThatIsNotThreadSafeIsCaught() {
		Interleavings.checkFails(() -> {
			Map<Thread, Deque<LockHandle>> holds = new HashMap<>();
			Interleavings.both(() -> twice(holds), () -> twice(holds));
			Interleavings.require(holds.isEmpty(), "a hold is left");
		}, "Exception");
	}

	private static void twice(Map<Thread, Deque<LockHandle>> holds) {
		Thread owner = Thread.currentThread();
		holds.computeIfAbsent(owner, (absent) -> new ArrayDeque<>()).push(OUTER);
		holds.computeIfAbsent(owner, (absent) -> new ArrayDeque<>()).push(INNER);
		Deque<LockHandle> own = holds.get(owner);
		Interleavings.require(own != null && own.pop() == INNER, "not the inner one");
		Interleavings.require(own != null && own.pop() == OUTER, "not the outer one");
		holds.remove(owner);
	}

	private static LockHandle handle() {
		return (LockHandle) Proxy.newProxyInstance(LockHandle.class.getClassLoader(),
				new Class<?>[] { LockHandle.class }, (proxy, method, arguments) -> null);
	}

}

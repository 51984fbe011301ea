package io.lockstarter.engine;

import java.lang.management.ManagementFactory;
import java.lang.management.MonitorInfo;
import java.lang.management.ThreadInfo;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.LockType;
import io.lockstarter.memory.InMemoryLockStore;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.MonotonicClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Verifies that no command is sent, and no thread is parked, while a monitor of the
 * library is held. Before JDK 24, a virtual thread that does so occupies its carrier.
 */
class MonitorTests {

	private static final Duration PATIENCE = Duration.ofMinutes(2);

	/** Methods that read a field, or that only pass a task to an executor. */
	private static final Set<String> NO_COMMANDS = Set.of("confirmsGrants", "epoch", "listen", "sendsInOrder",
			"supports");

	private final Set<String> violations = ConcurrentHashMap.newKeySet();

	private final AtomicInteger commands = new AtomicInteger();

	private final LockThreads threads = new LockThreads(MonotonicClock.system());

	private final LockStore memory = new InMemoryLockStore(MonotonicClock.system());

	private final LockEngine locks = engine();

	private final LockEngine others = engine();

	private LockEngine engine() {
		return new LockEngine(checking(this.memory), LockSettings.DEFAULT, List.of(), this.threads);
	}

	@AfterEach
	void close() {
		this.locks.close(Duration.ZERO);
		this.others.close(Duration.ZERO);
		this.threads.close();
	}

	@ParameterizedTest
	@EnumSource(names = { "EXCLUSIVE", "FAIR", "READ", "WRITE" })
	void noMonitorIsHeldDuringACommandOrASleep(LockType type) throws Exception {
		ExecutorService callers = Executors.newFixedThreadPool(8);
		List<CompletableFuture<?>> calls = new ArrayList<>();
		for (int i = 0; i < 400; i++) {
			LockEngine engine = (i % 2 == 0) ? this.locks : this.others;
			LockRequest request = LockRequest.of("k" + i % 3)
				.withType(type)
				.withWaitTime(PATIENCE)
				.withFencing(i % 5 == 0 && type != LockType.READ);
			calls.add((i % 4 < 2) ? CompletableFuture.runAsync(() -> engine.run(request, MonitorTests::work), callers)
					: engine.acquireAsync(request).thenAccept(LockHandle::close).toCompletableFuture());
		}
		CompletableFuture<?> all = CompletableFuture.allOf(calls.toArray(CompletableFuture<?>[]::new));
		while (!all.isDone()) {
			for (ThreadInfo thread : ManagementFactory.getThreadMXBean().dumpAllThreads(true, false)) {
				if (isParked(thread)) {
					check(thread, "parked");
				}
			}
		}
		all.get(1, TimeUnit.SECONDS);
		callers.shutdown();
		assertThat(this.commands).hasValueGreaterThan(50);
		assertThat(this.violations).isEmpty();
	}

	@Test
	void commandUnderAMonitorIsDetected() {
		LockStore store = checking(this.memory);
		synchronized (this.locks) {
			store.acquire("k", "token", 1000);
		}
		assertThat(this.violations).singleElement().asString().contains("acquire", LockEngine.class.getName());
	}

	private static void work() {
		Thread.onSpinWait();
	}

	private static boolean isParked(ThreadInfo thread) {
		StackTraceElement[] stack = thread.getStackTrace();
		return stack.length > 0 && stack[0].getMethodName().equals("park")
				&& Arrays.stream(stack).noneMatch(MonitorTests::passesATaskOn);
	}

	/**
	 * A thread that passes a task to an executor may wait for one that does the same, but
	 * only for a moment.
	 */
	private static boolean passesATaskOn(StackTraceElement frame) {
		return switch (frame.getClassName()) {
			case "java.util.concurrent.ThreadPoolExecutor" -> frame.getMethodName().equals("execute");
			case "java.util.concurrent.ScheduledThreadPoolExecutor" -> frame.getMethodName().equals("schedule");
			case "java.util.concurrent.ScheduledThreadPoolExecutor$ScheduledFutureTask" ->
				frame.getMethodName().equals("cancel");
			default -> false;
		};
	}

	private LockStore checking(LockStore store) {
		return (LockStore) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] { LockStore.class },
				(proxy, method, arguments) -> {
					if (method.getName().equals("async")) {
						// The asynchronous form then sends its commands through this
						// proxy.
						return InvocationHandler.invokeDefault(proxy, method, arguments);
					}
					if (NO_COMMANDS.contains(method.getName())) {
						return method.invoke(store, arguments);
					}
					this.commands.incrementAndGet();
					long current = Thread.currentThread().getId();
					check(ManagementFactory.getThreadMXBean().getThreadInfo(new long[] { current }, true, false)[0],
							method.getName());
					try {
						return method.invoke(store, arguments);
					}
					catch (InvocationTargetException ex) {
						throw ex.getTargetException();
					}
				});
	}

	private void check(ThreadInfo thread, String action) {
		Arrays.stream(thread.getLockedMonitors())
			.map(MonitorInfo::getClassName)
			.filter((name) -> name.startsWith("io.lockstarter."))
			.forEach((name) -> this.violations.add(action + " while " + name + " is locked, in "
					+ Arrays.stream(thread.getStackTrace()).limit(12).map(StackTraceElement::toString).toList()));
	}

}

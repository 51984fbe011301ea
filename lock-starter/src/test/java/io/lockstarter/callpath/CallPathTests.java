package io.lockstarter.callpath;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.client.LockClient;
import io.lockstarter.testsupport.RedisClient;
import io.lockstarter.testsupport.RedisFixture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Counts the files of the library that a call, a renewal and a message enter. A reader
 * has to open these files to follow the way, and docs/architecture.md describes it. The
 * counts are printed. They have no limit.
 */
class CallPathTests {

	private static final AtomicReference<Runnable> work = new AtomicReference<>(CallPathTests::nothing);

	private static RedisFixture redis;

	private static Class<?> type;

	private static AutoCloseable application;

	@BeforeAll
	static void start() throws Exception {
		redis = RedisFixture.start();
		type = new RecordingClassLoader(CallPathTests.class.getClassLoader())
			.loadClass(CalledApplication.class.getName());
		Runnable current = () -> work.get().run();
		application = (AutoCloseable) type.getConstructor(int.class, Runnable.class)
			.newInstance(redis.server().port(), current);
	}

	@AfterAll
	static void stop() throws Exception {
		application.close();
		redis.close();
	}

	@BeforeEach
	void reset() {
		work.set(CallPathTests::nothing);
	}

	private static void nothing() {
	}

	@Test
	void uncontendedCall() {
		report("The way of an uncontended call", recordSecond("call"), "aop.call.LockInterceptor", "lane.Lane",
				"redis.LettuceCalls");
	}

	@Test
	void uncontendedCallOfAFairLock() {
		report("The way of an uncontended FAIR call", recordSecond("callFair"), "aop.call.LockInterceptor", "lane.Lane",
				"redis.ClaimCommands");
	}

	/** The first call connects, and reads the annotation. */
	private static Set<String> recordSecond(String method) {
		String caller = Thread.currentThread().getName();
		call(method);
		CallRecorder.start();
		call(method);
		CallRecorder.stop();
		return CallRecorder.entered(caller::equals);
	}

	@Test
	void renewal() {
		work.set(() -> {
			CallRecorder.start();
			// The event is the last step of a renewal.
			await().until(() -> CallRecorder.entered(CallPathTests::isWatchdog).contains("engine.Events"));
			CallRecorder.stop();
		});
		call("call");
		report("The way of a renewal", CallRecorder.entered(CallPathTests::isWatchdog), "engine.Watchdog",
				"redis.LettuceCalls", "engine.Events");
	}

	/** Another instance releases the lock while a call waits for it. */
	@Test
	void message() throws Exception {
		work.set(CallRecorder::stop);
		try (LockClient other = LockClient.on(RedisFixture.ready(redis.connect(RedisClient.LETTUCE))).build()) {
			LockHandle held = other.service().acquire(LockRequest.of("order:42").withTtl(Duration.ofMinutes(5)));
			Thread waiter = new Thread(() -> call("call"));
			waiter.start();
			// The queue entry of an instance whose subscription Redis has counted.
			await().until(() -> redis.command("GET", "lock:order:42").text().contains(";c;"));
			CallRecorder.start();
			held.close();
			waiter.join();
		}
		report("The way of a message", CallRecorder.entered((thread) -> !isWatchdog(thread)), "engine.WakeUpSubscriber",
				"lane.Lane");
	}

	private static boolean isWatchdog(String thread) {
		return thread.startsWith("lock-timer") || thread.startsWith("lock-watchdog");
	}

	/** Prints the files, and requires that some are among them. */
	private static void report(String way, Set<String> entered, String... some) {
		entered.removeIf((type) -> type.startsWith("callpath."));
		System.out.println(way + ": " + entered.size() + " files, " + entered);
		assertThat(entered).contains(some);
	}

	private static void call(String method) {
		try {
			type.getMethod(method).invoke(application);
		}
		catch (ReflectiveOperationException ex) {
			throw new IllegalStateException(ex);
		}
	}

}

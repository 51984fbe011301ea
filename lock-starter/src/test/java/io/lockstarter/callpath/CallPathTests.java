package io.lockstarter.callpath;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.Consumer;

import io.lockstarter.testsupport.RedisFixture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Counts the files of the library that one call and one renewal enter. A reader has to
 * open these files to follow the call, and docs/architecture.md must name them.
 */
class CallPathTests {

	private static RedisFixture redis;

	@BeforeAll
	static void start() {
		redis = RedisFixture.start();
	}

	@AfterAll
	static void stop() {
		redis.close();
	}

	@Test
	void uncontendedCall() throws Exception {
		String caller = Thread.currentThread().getName();
		run(() -> {
		}, (call) -> {
			call.run(); // connects, and reads the annotation
			CallRecorder.start();
			call.run();
			CallRecorder.stop();
		});
		Set<String> entered = CallRecorder.entered(caller::equals);
		entered.remove("callpath.CalledApplication");
		report("The way of an uncontended call", entered, 48);
	}

	@Test
	void renewal() throws Exception {
		run(() -> {
			if (redis.calls("set") > 1) {
				CallRecorder.start();
				// The event is the last step of a renewal.
				await().until(() -> CallRecorder.entered(CallPathTests::isWatchdog).contains("engine.Events"));
				CallRecorder.stop();
			}
		}, (call) -> {
			call.run();
			call.run();
		});
		report("The way of a renewal", CallRecorder.entered(CallPathTests::isWatchdog), 24);
	}

	private static boolean isWatchdog(String thread) {
		return thread.startsWith("lock-timer") || thread.startsWith("lock-watchdog");
	}

	/** Prints the files, and requires that the page names each of them. */
	private static void report(String way, Set<String> entered, int most) throws IOException {
		System.out.println(way + ": " + entered.size() + " files, " + entered);
		String page = Files.readString(Path.of("..", "docs", "architecture.md"));
		String section = page.substring(page.indexOf("## " + way + "\n"));
		section = section.substring(0, section.indexOf("\n## ", 1));
		for (String type : entered) {
			assertThat(section).as(way).containsPattern("\\b" + type.substring(type.lastIndexOf('.') + 1) + "\\b");
		}
		assertThat(entered).hasSizeBetween(10, most);
	}

	private static void run(Runnable work, Consumer<Runnable> caller) throws Exception {
		ClassLoader loader = new RecordingClassLoader(CallPathTests.class.getClassLoader());
		Class<?> type = loader.loadClass(CalledApplication.class.getName());
		try (AutoCloseable application = (AutoCloseable) type.getConstructor(int.class, Runnable.class)
			.newInstance(redis.server().port(), work)) {
			caller.accept(() -> {
				try {
					type.getMethod("call").invoke(application);
				}
				catch (ReflectiveOperationException ex) {
					throw new IllegalStateException(ex);
				}
			});
		}
	}

}

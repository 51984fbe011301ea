package io.lockstarter.testsupport;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Fails a test class that leaves a task in the common pool. On JDK 25 and two cores, that
 * pool has one thread, and Lettuce needs it to log in with a user name. Such a task would
 * let a test of another class fail.
 */
public final class IdleCommonPool implements AfterAllCallback {

	private static final long PATIENCE_SECONDS = 20;

	@Override
	public void afterAll(ExtensionContext context) {
		if (!ForkJoinPool.commonPool().awaitQuiescence(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
			throw new AssertionError("The common pool still works:\n" + workers());
		}
	}

	private static String workers() {
		return Thread.getAllStackTraces()
			.entrySet()
			.stream()
			.filter((entry) -> entry.getKey().getName().startsWith("ForkJoinPool.commonPool"))
			.map(IdleCommonPool::text)
			.collect(Collectors.joining("\n"));
	}

	private static String text(Map.Entry<Thread, StackTraceElement[]> entry) {
		return entry.getKey()
				+ Arrays.stream(entry.getValue()).map((frame) -> "\n\tat " + frame).collect(Collectors.joining());
	}

}

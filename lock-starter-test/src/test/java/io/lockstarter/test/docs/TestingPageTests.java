package io.lockstarter.test.docs;

import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.lockstarter.test.BusyLock;
import io.lockstarter.test.LockAssert;
import io.lockstarter.test.LockAssertions;
import io.lockstarter.test.LockTester;
import io.lockstarter.test.LockedCallAssert;
import io.lockstarter.test.ServerFault;
import io.lockstarter.test.TestLockHandle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Checks that the examples of {@code docs/testing.md} run, and that it names the API. */
class TestingPageTests {

	private static final Pattern BLOCK = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL);

	/** A test of the sample, because it needs Docker. */
	private static final Path CONTAINER_TESTS = Path
		.of("../lock-sample-app/src/test/java/io/lockstarter/sample/shop/RedisContainerTests.java");

	@Test
	void javaBlocksAreInTheExamples() throws IOException {
		String examples = source(OrderServiceTests.class) + source(OrderRepositoryTests.class)
				+ source(ReportTests.class) + onOneLine(Files.readString(CONTAINER_TESTS));
		List<String> blocks = BLOCK.matcher(page()).results().map((block) -> onOneLine(block.group(1))).toList();
		assertThat(blocks).hasSizeGreaterThan(7).allSatisfy((block) -> assertThat(examples).contains(block));
	}

	@ParameterizedTest
	@ValueSource(classes = { LockTester.class, LockAssertions.class, LockAssert.class, LockedCallAssert.class,
			TestLockHandle.class, BusyLock.class })
	void everyMethodIsNamed(Class<?> type) throws IOException {
		String page = page();
		assertThat(page).contains(type.getSimpleName());
		assertThat(methods(type)).isNotEmpty()
			.allSatisfy((name) -> assertThat(page).containsPattern("\\b" + name + "\\b"));
	}

	@ParameterizedTest
	@EnumSource
	void everyFaultIsNamed(ServerFault fault) throws IOException {
		assertThat(page()).contains("`" + fault.name() + "`");
	}

	private static Stream<String> methods(Class<?> type) {
		return Arrays.stream(type.getDeclaredMethods())
			.filter((method) -> Modifier.isPublic(method.getModifiers()) && !method.isSynthetic())
			.map(Method::getName);
	}

	private static String page() throws IOException {
		return Files.readString(Path.of("../docs/testing.md"));
	}

	private static String source(Class<?> type) throws IOException {
		return onOneLine(Files.readString(
				Path.of("src/test/java", type.getPackageName().replace('.', '/'), type.getSimpleName() + ".java")));
	}

	private static String onOneLine(String text) {
		return text.replaceAll("\\s+", " ").trim();
	}

}

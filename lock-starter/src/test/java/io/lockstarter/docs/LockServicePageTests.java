package io.lockstarter.docs;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

import io.lockstarter.LockException;
import io.lockstarter.LockHandle;
import io.lockstarter.LockListener;
import io.lockstarter.LockRequest;
import io.lockstarter.LockService;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Runs the examples of {@code docs/lock-service.md}, and checks that the page is
 * complete.
 */
class LockServicePageTests {

	private static final String PAGE = "docs/lock-service.md";

	@Test
	void javaBlocksAreInTheExamples() {
		assertThat(Pages.blocks(PAGE, "java")).hasSizeGreaterThan(10)
			.allSatisfy((block) -> assertThat(Pages.source(ServiceExamples.class)).contains(block));
	}

	@Test
	void readmeBlocksAreInTheExamples() {
		List<String> blocks = Pages.blocks("README.md", "java");
		assertThat(blocks).hasSizeGreaterThan(2)
			.allSatisfy(
					(block) -> assertThat(Pages.source(ReadmeExamples.class)).contains(block.replace("{ … }", "{ }")));
	}

	@ParameterizedTest
	@ValueSource(classes = { LockService.class, LockHandle.class, LockListener.class, LockRequest.class })
	void everyMethodIsNamed(Class<?> type) {
		String page = Pages.read(PAGE);
		assertThat(methods(type)).hasSizeGreaterThan(4)
			.allSatisfy((name) -> assertThat(page).containsPattern("`(LockHandle\\.)?" + name + "[`(]"));
	}

	// Components of a request are documented with their withers.
	private static Stream<String> methods(Class<?> type) {
		return Arrays.stream(type.getDeclaredMethods())
			.filter((method) -> Modifier.isPublic(method.getModifiers()) && !method.isSynthetic())
			.map(Method::getName)
			.filter((name) -> !type.isRecord() || name.startsWith("with"));
	}

	@Test
	void examplesRunUnderTheirLocks() {
		withExamples((examples) -> {
			examples.acquire();
			examples.release();
			examples.scope();
			examples.extend(List.of("part 1", "part 2"));
			assertThat(examples.log).containsExactly("shipped", "shipped", "shipped", "part 1", "part 2");
			assertThat(examples.tryAcquire()).isEqualTo("report");
			assertThat(examples.async().toCompletableFuture().join()).isEqualTo("receipt 42");
		});
	}

	@Test
	void examplesWithCheckedExceptionsRunUnderTheirLocks() {
		withExamples((examples) -> {
			try {
				assertThat(examples.run()).isEqualTo("receipt 42");
				examples.lock();
			}
			catch (Exception ex) {
				throw new AssertionError(ex);
			}
			assertThat(examples.log).containsExactly("shipped", "shipped");
		});
	}

	@Test
	void operatorReleasesTheLockOfAnotherHolder() {
		DocumentedOrdersTests.runner().run((context) -> {
			LockService locks = context.getBean(LockService.class);
			ServiceExamples examples = new ServiceExamples(locks);
			assertThat(examples.operate()).isFalse();
			LockHandle held = DocumentedOrdersTests.holdElsewhere(locks, "order:42");
			LockHandle report = DocumentedOrdersTests.holdElsewhere(locks, "report");
			assertThat(examples.tryAcquire()).isEqualTo("another instance writes the report");
			assertThat(examples.operate()).isTrue();
			assertThat(held.isHeld()).isFalse();
			assertThat(report.release()).isTrue();
		});
	}

	@Test
	void requestHasTheDocumentedValues() {
		withExamples((examples) -> assertThat(examples.request("eu")).extracting(LockRequest::key, LockRequest::name)
			.containsExactly("export:eu", "export:#<region>"));
	}

	@Test
	void everyExceptionIsNamed() {
		String page = Pages.read(PAGE);
		String api = Pages.read("lock-starter/src/test/resources/public-api.txt");
		assertThat(api.lines()
			.filter((line) -> line.contains(" : " + LockException.class.getSimpleName()))
			.map((line) -> line.replaceAll(".*class (\\w+) : .*", "$1"))).hasSizeGreaterThan(4)
			.allSatisfy((name) -> assertThat(page).contains("| `" + name + "` |"));
	}

	private static void withExamples(Consumer<ServiceExamples> test) {
		DocumentedOrdersTests.runner()
			.run((context) -> test.accept(new ServiceExamples(context.getBean(LockService.class))));
	}

}

package io.lockstarter.docs;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;

import io.lockstarter.LockHandle;
import io.lockstarter.LockListener;
import io.lockstarter.LockRequest;
import io.lockstarter.LockService;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

/**
 * Runs the examples of {@code docs/lock-service.md}, and compares this page and
 * {@code api-overview.md} with the API.
 */
class LockServicePageTests {

	/** A type in the first column, or a member after the name of its type. */
	private static final Pattern NAME = Pattern.compile("^(?:[a-z@ ]+ )(?:\\w+\\$)?([A-Z]\\w*)|[A-Z][\\w$]*\\.(\\w+)",
			Pattern.MULTILINE);

	private static final Set<String> OF_EVERY_TYPE = Set.of("equals", "hashCode", "toString", "values", "valueOf");

	@Test
	void examplesRunUnderTheirLocks() {
		withExamples((examples) -> {
			examples.acquire();
			examples.release();
			examples.scope();
			examples.extend(List.of("part 1", "part 2"));
			assertThat(examples.log).containsExactly("shipped", "shipped", "shipped", "part 1", "part 2");
			assertThat(examples.tryAcquire()).isEqualTo("report");
			assertThat(examples.async().join()).isEqualTo("receipt 42");
		});
	}

	@Test
	void examplesWithActionsRunUnderTheirLocks() {
		withExamples((examples) -> {
			assertThat(examples.run()).isEqualTo("receipt 42");
			examples.tryRun();
			assertThatCode(examples::lock).doesNotThrowAnyException();
			assertThat(examples.log).containsExactly("shipped", "report", "shipped");
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
			examples.tryRun();
			assertThat(examples.log).containsExactly("another instance writes the report");
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

	@ParameterizedTest
	@ValueSource(classes = { LockService.class, LockHandle.class, LockListener.class, LockRequest.class })
	void pageNamesEveryMethod(Class<?> type) {
		assertThat(words("docs/lock-service.md")).containsAll(Arrays.stream(type.getMethods())
			.map(Method::getName)
			.filter((name) -> type != LockRequest.class || name.startsWith("with"))
			.toList());
	}

	@Test
	void overviewNamesEveryTypeAndMember() {
		String api = Pages.read("lock-starter/src/test/resources/public-api.txt").replaceAll(" : .*", "");
		List<String> names = NAME.matcher(api)
			.results()
			.map((name) -> (name.group(1) != null) ? name.group(1) : name.group(2))
			.filter((name) -> !OF_EVERY_TYPE.contains(name))
			.toList();
		assertThat(names).contains("LockService", "CheckedCallable", "tryRun", "SEMAPHORE");
		assertThat(words("docs/api-overview.md")).containsAll(names);
	}

	private static List<String> words(String page) {
		return List.of(Pages.read(page).split("\\W+"));
	}

	private static void withExamples(Consumer<ServiceExamples> test) {
		DocumentedOrdersTests.runner()
			.run((context) -> test.accept(new ServiceExamples(context.getBean(LockService.class))));
	}

}

package io.lockstarter.docs;

import java.util.List;
import java.util.function.Consumer;

import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.LockService;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Runs the examples of {@code docs/lock-service.md}. */
class LockServicePageTests {

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

	private static void withExamples(Consumer<ServiceExamples> test) {
		DocumentedOrdersTests.runner()
			.run((context) -> test.accept(new ServiceExamples(context.getBean(LockService.class))));
	}

}

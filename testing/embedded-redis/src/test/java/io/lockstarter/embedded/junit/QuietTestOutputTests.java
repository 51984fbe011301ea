package io.lockstarter.embedded.junit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;

import io.lockstarter.embedded.jvm.ChildJvm;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

import static org.assertj.core.api.Assertions.assertThat;

/** Runs other test classes in a JVM of their own, as a build does. */
class QuietTestOutputTests {

	@TempDir
	private Path folder;

	@Test
	void classThatPassesPrintsNothing() throws Exception {
		assertThat(run(Passes.class)).isEmpty();
	}

	@Test
	void classThatFailsPrintsAllItsOutput() throws Exception {
		assertThat(run(Passes.class, Fails.class, Passes.class))
			.contains("begin", "output of a passing test", "output of a failing test", "end")
			.doesNotContain("nothing");
	}

	@ParameterizedTest
	@ValueSource(classes = { FailsBeforeAll.class, FailsAfterAll.class, FailsInside.class, FailsForOneArgument.class })
	void classThatFailsElsewherePrintsItsOutput(Class<?> test) throws Exception {
		assertThat(run(test)).contains("output of " + test.getSimpleName());
	}

	@Test
	void jvmThatEndsInTheMiddleOfAClassPrintsItsOutput() throws Exception {
		assertThat(run(Exits.class)).containsSubsequence("before the exit", "during the exit");
	}

	@Test
	void outputIsKeptWhileAClassBesideItPasses() throws Exception {
		assertThat(run("concurrent", FailsLater.class, PassesEarly.class)).contains("early output");
	}

	@Test
	void muchOutputDoesNotFillTheMemory() throws Exception {
		assertThat(run(PrintsMuch.class).length()).isGreaterThan(64_000_000);
	}

	private String run(Class<?>... tests) throws IOException, InterruptedException {
		return run("same_thread", tests);
	}

	private String run(String mode, Class<?>... tests) throws IOException, InterruptedException {
		Path output = this.folder.resolve("output");
		Process jvm = new ProcessBuilder(ChildJvm.command(
				List.of("-Xmx64m", "-XX:TieredStopAtLevel=1", "-Dtests.quiet=true", "-Dtests.inner=true",
						"-Djunit.jupiter.execution.parallel.mode.classes.default=" + mode),
				ChildJvm.classPath(), Program.class, Stream.of(tests).map(Class::getName).toList()))
			.redirectErrorStream(true)
			.redirectOutput(output.toFile())
			.start();
		jvm.waitFor();
		return Files.readString(output);
	}

	static final class Program {

		static final CountDownLatch EARLY = new CountDownLatch(1);

		public static void main(String[] tests) {
			LauncherFactory.create()
				.execute(LauncherDiscoveryRequestBuilder.request()
					.selectors(Stream.of(tests).map(DiscoverySelectors::selectClass).toList())
					.build(), new TestExecutionListener() {
						@Override
						public void executionFinished(TestIdentifier identifier, TestExecutionResult result) {
							if (identifier.getDisplayName().endsWith("PassesEarly")) {
								EARLY.countDown();
							}
						}
					});
		}

	}

	@EnabledIfSystemProperty(named = "tests.inner", matches = "true")
	static class Passes {

		@Test
		void passes() {
			System.out.println("nothing");
			System.err.println("nothing");
		}

	}

	@EnabledIfSystemProperty(named = "tests.inner", matches = "true")
	static class Fails {

		@BeforeAll
		static void begin() {
			System.out.println("begin");
		}

		@AfterAll
		static void end() {
			System.err.println("end");
		}

		@Test
		void first() {
			System.out.println("output of a passing test");
		}

		@Test
		void second() {
			System.err.println("output of a failing test");
			throw new IllegalStateException();
		}

	}

	@EnabledIfSystemProperty(named = "tests.inner", matches = "true")
	static class FailsBeforeAll {

		@BeforeAll
		static void begin() {
			System.out.println("output of FailsBeforeAll");
			throw new IllegalStateException();
		}

		@Test
		void neverRuns() {
		}

	}

	@EnabledIfSystemProperty(named = "tests.inner", matches = "true")
	static class FailsAfterAll {

		@AfterAll
		static void end() {
			System.out.println("output of FailsAfterAll");
			throw new IllegalStateException();
		}

		@Test
		void passes() {
		}

	}

	@EnabledIfSystemProperty(named = "tests.inner", matches = "true")
	static class FailsInside {

		@Nested
		class Inner {

			@Test
			void fails() {
				System.out.println("output of FailsInside");
				throw new IllegalStateException();
			}

		}

	}

	@EnabledIfSystemProperty(named = "tests.inner", matches = "true")
	static class FailsForOneArgument {

		@ParameterizedTest
		@ValueSource(ints = { 1, 2, 3 })
		void failsForTwo(int number) {
			System.out.println("output of FailsForOneArgument");
			assertThat(number).isNotEqualTo(2);
		}

	}

	@EnabledIfSystemProperty(named = "tests.inner", matches = "true")
	static class Exits {

		@Test
		void exits() {
			System.out.println("before the exit");
			Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("during the exit")));
			System.exit(1);
		}

	}

	@EnabledIfSystemProperty(named = "tests.inner", matches = "true")
	static class FailsLater {

		@Test
		void fails() throws Exception {
			System.out.println("early output");
			Program.EARLY.await();
			throw new IllegalStateException();
		}

	}

	@EnabledIfSystemProperty(named = "tests.inner", matches = "true")
	static class PassesEarly {

		@Test
		void passes() {
		}

	}

	@EnabledIfSystemProperty(named = "tests.inner", matches = "true")
	static class PrintsMuch {

		@Test
		void passes() {
			String line = "x".repeat(10_000);
			for (int i = 0; i < 10_000; i++) {
				System.out.println(line);
			}
		}

	}

}

package io.lockstarter.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.lockstarter.DistributedLock;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Checks that the tests run the examples of {@code docs/annotation.md}. */
class AnnotationPageTests {

	private static final Path PAGE = Path.of("..", "docs", "annotation.md");

	private static final Path SOURCES = Path.of("src", "test", "java", "io", "lockstarter");

	/**
	 * The directory of the examples for web applications, on which the starter does not
	 * depend.
	 */
	private static final Path SAMPLE = Path.of("..", "lock-sample-app", "src", "test", "java", "io", "lockstarter",
			"sample");

	private static final Pattern BLOCK = Pattern.compile("```(\\w*)\\n(.*?)```", Pattern.DOTALL);

	@Test
	void javaBlocksAreInTheExamples() {
		String examples = sources(SOURCES.resolve("docs")) + sources(SOURCES.resolve("aop")) + sources(SAMPLE);
		List<String> blocks = blocks("java");
		assertThat(blocks).hasSizeGreaterThan(20).allSatisfy((block) -> assertThat(examples).contains(block));
	}

	@Test
	void weavingTestUsesTheDocumentedConfiguration() {
		String test = normalized(read(SOURCES.resolve("aop").resolve("WeavingTests.java")));
		List<String> blocks = blocks("xml");
		assertThat(blocks).hasSize(1)
			.allSatisfy((block) -> assertThat(test)
				.contains(block.replace("com.example.shop..*", "io.lockstarter.aop.WovenApplication..*")));
	}

	@Test
	void everyAttributeHasARow() {
		assertThat(Arrays.stream(DistributedLock.class.getDeclaredMethods()).map(Method::getName))
			.allSatisfy((name) -> assertThat(read(PAGE)).containsPattern("(?m)^\\| `" + name + "`"));
	}

	@Test
	void namedTestsExist() {
		String sources = sources(SOURCES);
		List<MatchResult> named = Pattern.compile("`(\\w+Tests)\\.(\\w+)`").matcher(read(PAGE)).results().toList();
		assertThat(named).hasSizeGreaterThan(20)
			.allSatisfy((one) -> assertThat(sources).contains("class " + one.group(1) + " ")
				.contains("void " + one.group(2) + "("));
	}

	private static List<String> blocks(String language) {
		return BLOCK.matcher(read(PAGE))
			.results()
			.filter((block) -> block.group(1).equals(language))
			.map((block) -> normalized(block.group(2)))
			.toList();
	}

	private static String sources(Path directory) {
		try (Stream<Path> files = Files.walk(directory)) {
			return files.filter((file) -> file.toString().endsWith(".java"))
				.map((file) -> normalized(read(file)))
				.collect(Collectors.joining("\n"));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static String read(Path file) {
		try {
			return Files.readString(file);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static String normalized(String text) {
		return text.replaceAll("\\s+", " ").trim();
	}

}

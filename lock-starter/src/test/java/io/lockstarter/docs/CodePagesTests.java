package io.lockstarter.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Checks that the tests run the examples of the pages about code. */
class CodePagesTests {

	private static final Path SOURCES = Path.of("src", "test", "java", "io", "lockstarter");

	private static final Pattern BLOCK = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL);

	private static final Pattern TEST = Pattern.compile("`(\\w+Tests)(?:\\.(\\w+))?`");

	@ParameterizedTest
	@ValueSource(strings = { "extending.md", "leader.md", "adapters.md", "operations.md" })
	void javaBlocksAreInTheExamples(String page) throws IOException {
		String examples = normalized(Files.readString(SOURCES.resolve("docs").resolve("CodeExamplesTests.java")));
		assertThat(BLOCK.matcher(page(page)).results().map((block) -> normalized(block.group(1)))).isNotEmpty()
			.allSatisfy((block) -> assertThat(examples).contains(block));
	}

	@ParameterizedTest
	@ValueSource(strings = { "extending.md", "leader.md", "adapters.md" })
	void namedTestsExist(String page) throws IOException {
		String sources = sources();
		for (MatchResult named : TEST.matcher(page(page)).results().toList()) {
			assertThat(sources).contains("class " + named.group(1) + " ");
			if (named.group(2) != null) {
				assertThat(sources).contains("void " + named.group(2) + "(");
			}
		}
	}

	private static String page(String name) throws IOException {
		return Files.readString(Path.of("..", "docs", name));
	}

	private static String sources() throws IOException {
		try (Stream<Path> files = Files.walk(SOURCES)) {
			return files.filter((file) -> file.toString().endsWith("Tests.java")).map((file) -> {
				try {
					return Files.readString(file);
				}
				catch (IOException ex) {
					throw new UncheckedIOException(ex);
				}
			}).collect(Collectors.joining("\n"));
		}
	}

	private static String normalized(String text) {
		return text.replaceAll("\\s+", " ").trim();
	}

}

package io.lockstarter.docs;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Checks that tests contain the examples of the documents, so that each example runs. */
class ExamplesTests {

	private static String sources;

	@BeforeAll
	static void read() {
		sources = Pages.files(".+/src/test/.+\\.(java|kt)")
			.stream()
			.map((file) -> Pages.onOneLine(Pages.read(file)))
			.collect(Collectors.joining("\n"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "README.md", "docs/adapters.md", "docs/annotation.md", "docs/extending.md",
			"docs/leader.md", "docs/lock-service.md", "docs/observability.md", "docs/operations.md", "docs/reactive.md",
			"docs/testing.md" })
	void examplesAreInTheTests(String page) {
		List<String> blocks = Stream.of("java", "kotlin")
			.flatMap((language) -> Pages.blocks(page, language).stream())
			.toList();
		assertThat(blocks).isNotEmpty().allMatch((block) -> sources.contains(block.replace("{ … }", "{ }")));
	}

	@Test
	void configurationOfTheWeaverIsInTheTests() {
		assertThat(Pages.blocks("docs/annotation.md", "xml")).isNotEmpty()
			.allMatch((block) -> sources
				.contains(block.replace("com.example.shop..*", "io.lockstarter.aop.WovenApplication..*")));
	}

}

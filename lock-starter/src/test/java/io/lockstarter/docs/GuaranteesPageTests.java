package io.lockstarter.docs;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Checks that the tests exist that the documents name, and that {@code guarantees.md}
 * names a test for each behavior.
 */
class GuaranteesPageTests {

	private static final Pattern NAMED = Pattern.compile("`(\\w+Tests)(?:\\.(\\w+))?`");

	/** The texts of the test classes, by their simple names. */
	private static Map<String, String> tests;

	@BeforeAll
	static void read() {
		tests = Pages.files(".+Tests\\.(java|kt)")
			.stream()
			.collect(Collectors.toMap((file) -> file.getFileName().toString().replaceAll("\\..*", ""), Pages::read,
					String::concat));
	}

	static List<Path> documents() {
		return Pages.documents();
	}

	@ParameterizedTest
	@MethodSource("documents")
	void namedTestsExist(Path document) {
		assertThat(NAMED.matcher(Pages.read(document))
			.results()
			.filter((named) -> !exists(named.group(1), named.group(2)))
			.map(MatchResult::group)).isEmpty();
	}

	private static boolean exists(String type, @Nullable String method) {
		String text = tests.get(type);
		return text != null && (method == null || text.matches("(?s).*(void|fun) " + method + "\\(.*"));
	}

	@Test
	void everyRowNamesATest() {
		List<String> rows = Pages.read("docs/guarantees.md").lines().filter((line) -> line.startsWith("| ")).toList();
		assertThat(rows).isNotEmpty()
			.allMatch((row) -> NAMED.matcher(row).find() || row.matches("\\| .*(\\| the same|\\| test) \\|"));
	}

}

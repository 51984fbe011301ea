package io.lockstarter.docs;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Checks that the code cites exactly the rules of {@code docs/protocol.md}, and that the
 * classes and scripts exist that this page and others name.
 */
class ProtocolPageTests {

	private static final Pattern CLASS = Pattern.compile("`([A-Z]\\w*[a-z]\\w*)(?:\\.(\\w+))?`");

	private static final Pattern SCRIPT = Pattern.compile("`([\\w/]+\\.lua)`");

	/** Example sections in the format of the page. */
	private static final String SECTIONS = "### Rule %s\n\ntext\n\n### Rule %s\n".formatted("A: first name",
			"B: second name");

	private static final Map<String, String> FILES = new TreeMap<>();

	private static String page;

	@BeforeAll
	static void readFiles() {
		page = Pages.read("docs/protocol.md");
		Pages.files(".*\\.(java|lua|md|kts|xml|ya?ml|properties|html|js|sh)")
			.forEach((file) -> FILES.put(Pages.ROOT.relativize(file).toString().replace('\\', '/'), Pages.read(file)));
		FILES.remove("docs/protocol.md");
	}

	@Test
	void citedRulesAreTheSectionsOfThePage() {
		RuleCitations citations = new RuleCitations(page);
		FILES.forEach((file, text) -> citations.read(file, text, isCode(file)));
		assertThat(citations.problems()).isEmpty();
		assertThat(citations.sections()).isPositive();
	}

	private static boolean isCode(String file) {
		return file.startsWith("lock-starter/src/main/") && (file.endsWith(".java") || file.endsWith(".lua"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "protocol.md", "glossary.md", "architecture.md" })
	void namedClassesAndMembersExist(String name) {
		String text = Pages.read("docs/" + name);
		assertThat(CLASS.matcher(text).results()).isNotEmpty();
		assertThat(CLASS.matcher(text).results().filter((named) -> !exists(named.group(1), named.group(2))))
			.extracting(MatchResult::group)
			.isEmpty();
	}

	private static boolean exists(String type, @Nullable String member) {
		return FILES.entrySet()
			.stream()
			.anyMatch((file) -> file.getKey().endsWith("/" + type + ".java")
					&& (member == null || Pattern.compile(" " + member + "\\(|(class|interface|enum) " + member + "\\b")
						.matcher(file.getValue())
						.find()));
	}

	@Test
	void namedScriptsExist() {
		assertThat(SCRIPT.matcher(page).results()).isNotEmpty();
		assertThat(SCRIPT.matcher(page)
			.results()
			.map((named) -> named.group(1))
			.filter((script) -> FILES.keySet().stream().noneMatch((file) -> file.endsWith("/" + script)))).isEmpty();
	}

	@Test
	void everyScriptIsNamed() {
		assertThat(FILES.keySet().stream().filter((file) -> isCode(file) && file.endsWith(".lua"))).isNotEmpty()
			.allSatisfy((file) -> assertThat(page).contains(file.substring(file.lastIndexOf('/') + 1)));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			A               | the name is missing: (first name)
			A (second name) | the name is (first name)
			Z (any name)    | docs/protocol.md has no such section""")
	void wrongCitationIsFound(String cited, String problem) {
		assertThat(problems("text (rule %s).", cited)).singleElement().asString().endsWith(problem);
		assertThat(problems("-- Rule %s: text", "A (first name)")).isEmpty();
	}

	private static List<String> problems(String text, String cited) {
		RuleCitations citations = new RuleCitations(SECTIONS);
		citations.read("Known.java", "rule %s".formatted("A (first name)"), true);
		citations.read("Known.java", "rule %s".formatted("B (second name)"), true);
		citations.read("file", text.formatted(cited), true);
		return citations.problems();
	}

}

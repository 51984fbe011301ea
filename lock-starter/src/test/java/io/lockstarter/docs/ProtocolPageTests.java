package io.lockstarter.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Checks that the code cites exactly the rules of {@code docs/protocol.md}, and that the
 * classes and scripts exist that this page and others name.
 */
class ProtocolPageTests {

	private static final Pattern CLASS = Pattern.compile("`([A-Z]\\w*[a-z]\\w*)(?:\\.(\\w+))?`");

	private static final Pattern SCRIPT = Pattern.compile("`([\\w/]+\\.lua)`");

	/** A line break in a comment, with the marker at the start of the next line. */
	private static final Pattern BREAK = Pattern.compile("\\R[ \\t]*(?:\\*(?!/)|//|--|#|>)?[ \\t]*");

	private static final Pattern CITATION = Pattern.compile("\\b[Rr]ule(s?) ([A-Z]\\b(?: \\([^()]*\\))?)");

	private static final Pattern SECTION = Pattern.compile("(?m)^### Rule ([A-Z]): (.+)$");

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
		Map<String, String> files = new TreeMap<>(FILES);
		files.put("docs/protocol.md", SECTION.matcher(page).replaceAll(""));
		assertThat(problems(page, files)).isEmpty();
		assertThat(SECTION.matcher(page).results().map((section) -> section.group(1))).isNotEmpty()
			.doesNotHaveDuplicates();
	}

	@ParameterizedTest
	@ValueSource(strings = { "rule %s", "rule %s (second name)", "rules %s (first name) and B", "rule\n\t * %s" })
	void wrongCitationIsFound(String text) {
		Map<String, String> files = Map.of("lock-starter/src/main/Known.java", "rule %s".formatted("A (first name)"),
				"File.java", text.formatted("A"));
		assertThat(problems("### Rule %s".formatted("A: first name"), files)).hasSize(1);
	}

	@Test
	void ruleThatNoCodeCitesIsFound() {
		Map<String, String> files = Map.of("File.java", "rule %s".formatted("A (first name)"));
		assertThat(problems("### Rule %s".formatted("A: first name"), files)).hasSize(1);
	}

	/** Returns the citations of no section, and the sections that no code cites. */
	private static List<String> problems(String page, Map<String, String> files) {
		List<String> problems = new ArrayList<>();
		Set<String> sections = SECTION.matcher(page)
			.results()
			.map((section) -> section.group(1) + " (" + section.group(2) + ")")
			.collect(Collectors.toSet());
		Set<String> uncited = new TreeSet<>(sections);
		files.forEach(
				(file, text) -> CITATION.matcher(BREAK.matcher(text).replaceAll(" ")).results().forEach((citation) -> {
					if (!citation.group(1).isEmpty() || !sections.contains(citation.group(2))) {
						problems.add(file + ": '" + citation.group() + "' is no section of docs/protocol.md");
					}
					else if (isCode(file)) {
						uncited.remove(citation.group(2));
					}
				}));
		uncited.forEach((section) -> problems.add("No code cites the section " + section));
		return problems;
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

}

package io.lockstarter.docs;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Checks that the code cites exactly the rules of {@code docs/protocol.md}, and that the
 * classes and scripts exist that this page and {@code docs/glossary.md} name.
 */
class ProtocolPageTests {

	private static final Path ROOT = Path.of("..");

	private static final Path PAGE = ROOT.resolve("docs").resolve("protocol.md");

	private static final Set<String> SKIPPED = Set.of("target", "build", "bin", "out", "node_modules");

	private static final Pattern TEXT = Pattern.compile(".*\\.(java|lua|md|kts|xml|ya?ml|properties|html|js|sh)");

	private static final Pattern CLASS = Pattern.compile("`([A-Z]\\w*[a-z]\\w*)(?:\\.(\\w+))?`");

	private static final Pattern SCRIPT = Pattern.compile("`([\\w/]+\\.lua)`");

	/** Example sections in the format of the page. */
	private static final String SECTIONS = "### Rule %s\n\ntext\n\n### Rule %s\n".formatted("A: first name",
			"B: second name");

	private static final Map<String, String> FILES = new TreeMap<>();

	private static String page;

	@BeforeAll
	static void readFiles() throws IOException {
		page = Files.readString(PAGE);
		Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {

			@Override
			public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
				String name = directory.getFileName().toString();
				boolean hidden = name.startsWith(".") && !directory.equals(ROOT);
				return (hidden || SKIPPED.contains(name)) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
			}

			@Override
			public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
				if (TEXT.matcher(file.toString()).matches() && !file.equals(PAGE)) {
					FILES.put(ROOT.relativize(file).toString().replace('\\', '/'), Files.readString(file));
				}
				return FileVisitResult.CONTINUE;
			}

		});
	}

	@Test
	void citedRulesAreTheSectionsOfThePage() {
		RuleCitations citations = new RuleCitations(page);
		FILES.forEach((file, text) -> citations.read(file, text, isCode(file)));
		assertThat(citations.problems()).isEmpty();
		assertThat(citations.sections()).isGreaterThan(10);
	}

	private static boolean isCode(String file) {
		return file.startsWith("lock-starter/src/main/") && (file.endsWith(".java") || file.endsWith(".lua"));
	}

	@Test
	void everyRuleSaysWhatWhyAndWhere() {
		List<String> rules = Pattern.compile("\n### Rule ").splitAsStream(page).skip(1).toList();
		assertThat(rules).hasSizeGreaterThan(10)
			.allSatisfy((rule) -> assertThat(rule).contains("**Must hold:**", "**Why:**", "**Kept in:**"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "protocol.md", "glossary.md" })
	void namedClassesAndMembersExist(String name) throws IOException {
		String text = Files.readString(PAGE.resolveSibling(name));
		assertThat(CLASS.matcher(text).results()).hasSizeGreaterThan(30);
		assertThat(CLASS.matcher(text).results().filter((named) -> !exists(named.group(1), named.group(2))))
			.extracting(MatchResult::group)
			.isEmpty();
	}

	private static boolean exists(String type, @Nullable String member) {
		return FILES.entrySet()
			.stream()
			.anyMatch((file) -> file.getKey().endsWith("/" + type + ".java")
					&& (member == null || file.getValue().contains(" " + member + "(")));
	}

	@Test
	void namedScriptsExist() {
		assertThat(SCRIPT.matcher(page).results()).hasSizeGreaterThan(30);
		assertThat(SCRIPT.matcher(page)
			.results()
			.map((named) -> named.group(1))
			.filter((script) -> FILES.keySet().stream().noneMatch((file) -> file.endsWith("/" + script)))).isEmpty();
	}

	@Test
	void everyScriptIsNamed() {
		assertThat(FILES.keySet().stream().filter((file) -> isCode(file) && file.endsWith(".lua"))).hasSize(24)
			.allSatisfy((file) -> assertThat(page).contains(file.substring(file.lastIndexOf('/') + 1)));
	}

	// --- tests of the check itself; no text here is a citation

	@Test
	void citationWithItsNameIsAccepted() {
		assertThat(problems("Says rule %s.", "A (first name)")).isEmpty();
		assertThat(problems("-- Rule %s: text", "A (first name)")).isEmpty();
		assertThat(problems("\t * as in rule\n\t * %s.", "A (first\n\t * name)")).isEmpty();
		assertThat(problems("a rule %s", "As such")).isEmpty();
	}

	@Test
	void citationWithoutItsNameIsFound() {
		assertThat(problems("text (rule %s).", "A")).singleElement().asString().contains("missing: (first name)");
	}

	@Test
	void citationWithAnotherNameIsFound() {
		assertThat(problems("see rule %s", "A (second name)")).singleElement()
			.asString()
			.contains("the name is (first");
	}

	@Test
	void citationOfARuleWithoutASectionIsFound() {
		assertThat(problems("see rule %s", "Z (any name)")).singleElement().asString().contains("has no such section");
	}

	@Test
	void citationOfSeveralAtOnceIsFound() {
		assertThat(problems("see rules %s", "A (first name) and B")).singleElement()
			.asString()
			.contains("each rule by itself");
	}

	@Test
	void citationAcrossLinesWithoutItsNameIsFound() {
		assertThat(problems("text (rule\n\t * %s).", "A")).singleElement().asString().contains("the name is missing");
	}

	@Test
	void sectionThatOnlyTestsCiteIsFound() {
		RuleCitations citations = new RuleCitations(SECTIONS);
		citations.read("Code.java", "rule %s".formatted("A (first name)"), true);
		citations.read("CodeTests.java", "rule %s".formatted("B (second name)"), false);
		assertThat(citations.problems()).containsExactly("no code cites the section B: second name");
	}

	private static List<String> problems(String text, String cited) {
		RuleCitations citations = new RuleCitations(SECTIONS);
		citations.read("Known.java", "rule %s".formatted("A (first name)"), true);
		citations.read("Known.java", "rule %s".formatted("B (second name)"), true);
		citations.read("file", text.formatted(cited), true);
		return citations.problems();
	}

}

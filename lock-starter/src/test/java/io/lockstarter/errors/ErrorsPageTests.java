package io.lockstarter.errors;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.lockstarter.errors.Section.Row;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Checks that wrong definitions, calls, requests and properties are refused, with the
 * problem and the fix (15, 47, 76). The table of all refusals is a test resource. The
 * page {@code docs/errors.md} shows the most frequent ones.
 */
class ErrorsPageTests {

	private static final Path PAGE = Path.of("..", "docs", "errors.md");

	private static final Path TABLE = Path.of("src", "test", "resources", "errors", "table.md");

	private static final Map<Row, Refusal> REFUSALS = new LinkedHashMap<>();

	private static final RowRunner DEFINITIONS = new Definitions();

	private static final RowRunner CALLS = new Calls("calls.txt");

	private static final RowRunner REQUESTS = new Calls("requests.txt");

	private static final RowRunner PROPERTIES = new PropertyRows();

	@BeforeAll
	static void makeEveryMistake(@TempDir Path directory) throws IOException {
		JavaRows java = new JavaRows();
		List<RowRunner> runners = List.of(DEFINITIONS, CALLS, REQUESTS, PROPERTIES);
		runners.forEach((runner) -> runner.prepare(java));
		java.compile(directory);
		// A message may contain the thread's name, which differs between build tools.
		String thread = Thread.currentThread().getName();
		Thread.currentThread().setName("main");
		try {
			assertThat(String.join("\n", runAll(runners))).isEmpty();
		}
		finally {
			Thread.currentThread().setName(thread);
		}
	}

	/** Runs all rows and returns those that were not refused. */
	private static List<String> runAll(List<RowRunner> runners) {
		List<String> notRefused = new ArrayList<>();
		for (RowRunner runner : runners) {
			for (Section section : runner.sections()) {
				for (Row row : section.rows()) {
					try {
						REFUSALS.put(row, runner.run(section, row));
					}
					catch (AssertionError | RuntimeException ex) {
						notRefused.add(row.fullCode() + ": " + ex);
					}
				}
			}
		}
		return notRefused;
	}

	@Test
	void tableContainsTheTextOfEveryRefusal() throws IOException {
		assertWritten(TABLE, table().toString());
	}

	@Test
	void pageContainsTheMessagesOfRealRuns(@TempDir Path directory) throws IOException {
		Map<String, String> messages = new RuntimeMessages(directory).collect();
		REFUSALS.forEach((row, refusal) -> messages.put(row.documentationText(), refusal.message()));
		ErrorsPage page = new ErrorsPage(Files.readString(PAGE));
		assertThat(page.mistakes()).isNotEmpty().isSubsetOf(messages.keySet());
		assertWritten(PAGE, page.with(messages));
	}

	private static void assertWritten(Path file, String text) throws IOException {
		if (Boolean.getBoolean("errors.document")) {
			Files.writeString(file, text);
		}
		assertThat(Files.readString(file)).as("run with -Derrors.document=true and read the changes").isEqualTo(text);
	}

	@Test
	void noMistakeIsListedTwice() {
		List<Row> rows = new ArrayList<>();
		for (RowRunner runner : List.of(DEFINITIONS, CALLS, REQUESTS, PROPERTIES)) {
			runner.sections().forEach((section) -> rows.addAll(section.rows()));
		}
		assertThat(rows).doesNotHaveDuplicates();
		assertThat(REFUSALS).hasSameSizeAs(rows);
	}

	@Test
	void definitionIsNamedByItsMethodAndHasAFix() {
		assertThat(refusals(DEFINITIONS)).allSatisfy((refusal) -> {
			assertThat(refusal.problem()).contains("Shop.");
			assertThat(refusal.fix()).isNotBlank();
		});
	}

	@Test
	void callIsNamedByItsMethod() {
		assertThat(refusals(CALLS)).allSatisfy((refusal) -> assertThat(refusal.problem()).startsWith("Shop.pay("));
	}

	@Test
	void propertyIsNamedAndHasAFix() {
		assertThat(refusals(PROPERTIES)).allSatisfy((refusal) -> {
			String place = refusal.row().around();
			assertThat(refusal.problem() + refusal.fix()).contains(
					place.startsWith("spring.") ? refusal.row().fullCode().split("=", 2)[0] : "distributed-lock.");
			assertThat(refusal.fix()).isNotBlank();
		});
	}

	private static ErrorsTable table() {
		ErrorsTable table = new ErrorsTable();
		table.runner("Definitions", """
				These stop the application at start-up. All problems of all beans are reported at once.""");
		add(table, DEFINITIONS);
		table.runner("Calls of annotated methods",
				"""
						The call throws an `InvalidLockDefinitionException` (a `LockException`). It has not acquired a lock.""");
		add(table, CALLS);
		table.runner("Requests and handles", """
				The call itself throws an exception. No lock has been acquired.""");
		add(table, REQUESTS);
		table.runner("Properties",
				"""
						These stop the application at start-up. All properties that are out of their limits are reported at once.""");
		add(table, PROPERTIES);
		return table;
	}

	private static void add(ErrorsTable table, RowRunner runner) {
		runner.sections().forEach((section) -> table.section(section, refusals(section)));
	}

	private static List<Refusal> refusals(RowRunner runner) {
		return runner.sections().stream().flatMap((section) -> refusals(section).stream()).toList();
	}

	private static List<Refusal> refusals(Section section) {
		return section.rows().stream().map(REFUSALS::get).toList();
	}

}

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
 * Wrong definitions, calls, requests and properties are refused, each with what is wrong
 * and what to do: the texts are those of {@code docs/errors.md} (15, 47, 76).
 */
class ErrorsPageTests {

	private static final Path PAGE = Path.of("..", "docs", "errors.md");

	private static final Map<Row, Told> TOLD = new LinkedHashMap<>();

	private static final Area DEFINITIONS = new Definitions();

	private static final Area CALLS = new Calls("calls.txt");

	private static final Area REQUESTS = new Calls("requests.txt");

	private static final Area PROPERTIES = new PropertyRows();

	@BeforeAll
	static void makeEveryMistake(@TempDir Path directory) throws IOException {
		JavaRows java = new JavaRows();
		List<Area> areas = List.of(DEFINITIONS, CALLS, REQUESTS, PROPERTIES);
		areas.forEach((area) -> area.prepare(java));
		java.compile(directory);
		// A refusal may name the thread, and each build tool has its own name for it.
		String thread = Thread.currentThread().getName();
		Thread.currentThread().setName("main");
		try {
			assertThat(String.join("\n", runAll(areas))).isEmpty();
		}
		finally {
			Thread.currentThread().setName(thread);
		}
	}

	/** Runs all rows and returns those that were not refused. */
	private static List<String> runAll(List<Area> areas) {
		List<String> notRefused = new ArrayList<>();
		for (Area area : areas) {
			for (Section section : area.sections()) {
				for (Row row : section.rows()) {
					try {
						TOLD.put(row, area.run(section, row));
					}
					catch (AssertionError | RuntimeException ex) {
						notRefused.add(row.whole() + ": " + ex);
					}
				}
			}
		}
		return notRefused;
	}

	@Test
	void everyRefusalIsWordForWordThatOfThePage() throws IOException {
		String page = page().toString();
		if (Boolean.getBoolean("errors.document")) {
			Files.writeString(PAGE, page);
		}
		assertThat(Files.readString(PAGE)).as("run with -Derrors.document=true and read what changes").isEqualTo(page);
	}

	@Test
	void thereAreAtLeastTwoHundredAndNoneTwice() {
		List<Row> rows = new ArrayList<>();
		for (Area area : List.of(DEFINITIONS, CALLS, REQUESTS, PROPERTIES)) {
			area.sections().forEach((section) -> rows.addAll(section.rows()));
		}
		assertThat(rows).hasSizeGreaterThanOrEqualTo(200).doesNotHaveDuplicates();
		assertThat(TOLD).hasSameSizeAs(rows);
	}

	@Test
	void definitionIsNamedByItsMethodAndHasAFix() {
		assertThat(told(DEFINITIONS)).allSatisfy((told) -> {
			assertThat(told.problem()).contains("Shop.");
			assertThat(told.fix()).isNotBlank();
		});
	}

	@Test
	void propertyIsNamedAndHasAFix() {
		assertThat(told(PROPERTIES)).allSatisfy((told) -> {
			String place = told.row().around();
			assertThat(told.problem() + told.fix())
				.contains(place.startsWith("spring.") ? told.row().whole().split("=", 2)[0] : "distributed-lock.");
			assertThat(told.fix()).isNotBlank();
		});
	}

	private static ErrorsPage page() {
		ErrorsPage page = new ErrorsPage();
		page.area("Definitions", """
				These stop the application at start-up. All problems of all beans are reported at once.""");
		add(page, DEFINITIONS);
		page.area("Calls of annotated methods",
				"""
						These are an `InvalidLockDefinitionException` (a `LockException`) of the call, which has not taken a lock.""");
		add(page, CALLS);
		page.area("Requests and handles", """
				These are an exception of the call itself; nothing has been taken.""");
		add(page, REQUESTS);
		page.area("Properties", """
				These stop the application at start-up, all that are out of their limits at once.""");
		add(page, PROPERTIES);
		return page;
	}

	private static void add(ErrorsPage page, Area area) {
		area.sections().forEach((section) -> page.section(section, told(section)));
	}

	private static List<Told> told(Area area) {
		return area.sections().stream().flatMap((section) -> told(section).stream()).toList();
	}

	private static List<Told> told(Section section) {
		return section.rows().stream().map(TOLD::get).toList();
	}

}

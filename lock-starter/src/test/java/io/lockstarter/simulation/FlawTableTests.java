package io.lockstarter.simulation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Checks that the README of this package lists every flaw, promise and rule of the
 * protocol. GuaranteesPageTests checks that the tests exist that it names.
 */
class FlawTableTests {

	private static final String FAULTS = "../testing/faults/src/test/java/io/lockstarter/faults/broken/";

	private static final Path README = Path.of("src/test/java/io/lockstarter/simulation/README.md");

	@ParameterizedTest
	@CsvSource({ "Flaws of the simulation, simulation.SimulationFlaw",
			"Flaws of the simulation of several keys, engine.SeveralLocksSimulation$Flaw",
			"Flaws of the simulation of Redlock, redlock.SimulatedFlaw" })
	void everyFlawIsListed(String section, String type) throws Exception {
		Object[] flaws = Class.forName("io.lockstarter." + type).getEnumConstants();
		assertListed(section, Stream.of(flaws).map(Object::toString));
	}

	@ParameterizedTest
	@CsvSource({
			"Flaws of the search, SimulationFlaw\\.([A-Z_]+)\\);, src/test/java/io/lockstarter/search/SearchTests.java",
			"Flaws of the fault test, (?m)^\\t([A-Z][A-Z_]+)\\(, " + FAULTS + "Flaw.java",
			"Flaws of the fault test, (?m)^\\t([A-Z][A-Z_]+)\\(, " + FAULTS + "Mutant.java",
			"Faults in the library, (?m)^### Rule (.+)$, ../docs/protocol.md",
			"Faults in the library, (?m)^\\| (P\\d) , ../README.md" })
	void everyNameOfAFileIsListed(String section, String pattern, String file) throws IOException {
		assertListed(section,
				Pattern.compile(pattern)
					.matcher(Files.readString(Path.of(file)))
					.results()
					.map((found) -> found.group(1).replaceFirst("^([A-Z]): (.*)", "$1 ($2)")));
	}

	private static void assertListed(String section, Stream<String> names) throws IOException {
		String page = Files.readString(README).replace("`", "");
		int start = page.indexOf("\n### " + section + "\n");
		String rows = page.substring(start, (page + "\n### ").indexOf("\n### ", start + 1));
		assertThat(names.filter((name) -> !name.startsWith("NO_FLAW") && !name.equals("NONE"))).isNotEmpty()
			.allMatch((name) -> rows.contains("\n| " + name + " |"));
	}

}

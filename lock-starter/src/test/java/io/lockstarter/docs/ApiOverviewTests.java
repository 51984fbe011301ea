package io.lockstarter.docs;

import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Checks that {@code docs/api-overview.md} names the whole public API. */
class ApiOverviewTests {

	private static final Pattern TYPE = Pattern
		.compile("(?:class|interface|enum|record|@interface) (?:\\w+\\$)?(\\w+) :?");

	private static final Pattern MEMBER = Pattern.compile("(?:\\w+\\$)?\\w+\\.(\\w+)(?:\\(| default|$)");

	/** Methods that every record or enum has. */
	private static final Set<String> COMMON = Set.of("equals", "hashCode", "toString", "valueOf", "values");

	@Test
	void everyTypeAndMemberIsNamed() {
		String page = Pages.read("docs/api-overview.md");
		String api = Pages.read("lock-starter/src/test/resources/public-api.txt");
		assertThat(names(api)).hasSizeGreaterThan(90)
			.allSatisfy((name) -> assertThat(page).containsPattern("\\b" + name + "\\b"));
	}

	private static Stream<String> names(String api) {
		return api.lines()
			.flatMap(
					(line) -> (line.startsWith("\t") ? MEMBER : TYPE).matcher(line + (line.startsWith("\t") ? "" : " "))
						.results())
			.map((match) -> match.group(1))
			.filter((name) -> !COMMON.contains(name));
	}

}

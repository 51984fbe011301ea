package io.lockstarter.search;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

import io.lockstarter.simulation.SimulationFlaw;
import io.lockstarter.simulation.SimulationLogs;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests all interleavings of a few clients, within bounds. Most searches need
 * {@code -Plong}. {@code -Dsearch.states=…} sets the number of states of each search.
 */
@ExtendWith(SimulationLogs.class)
class SearchTests {

	private static final Path REPORT = Path.of("target", "search.txt");

	private static final long STATES = Long.getLong("search.states", 2000);

	@BeforeAll
	static void begin() throws Exception {
		Files.createDirectories(REPORT.getParent());
		Files.deleteIfExists(REPORT);
	}

	static Stream<SearchPlan> plans() {
		return Stream.of(SearchPlan.TWO.with(1, 1), SearchPlan.TWO.fixed().with(1, 0),
				SearchPlan.TWO.of(2, 2).with(0, 1), SearchPlan.TWO.of(3, 1).with(0, 1),
				SearchPlan.TWO.of(1, 3).sliced(), SearchPlan.TWO.of(2, 3).sliced());
	}

	@Tag("long")
	@ParameterizedTest
	@MethodSource("plans")
	void noStateBreaksAPromise(SearchPlan plan) throws Exception {
		assertKept(new Search(plan, STATES).run());
	}

	/**
	 * Includes a crash at every step. There are about 4,000 states. If there are far
	 * more, the fingerprint contains a time that is not relative.
	 */
	@Tag("long")
	@Test
	void noneOfAllStatesOfTwoClientsBreaksAPromise() throws Exception {
		Search search = new Search(SearchPlan.TWO.with(0, 1), 30_000).run();
		assertKept(search);
		assertThat(search.isComplete()).isTrue();
		assertThat(search.states()).isGreaterThan(1000);
	}

	/** Two callers, with a crash at every step. */
	@ParameterizedTest
	@EnumSource(names = { "NO_FLAW_FAIR", "NO_FLAW_READ_WRITE", "NO_FLAW_SEMAPHORE" })
	void noStateOfClaimsBreaksAPromise(SimulationFlaw type) throws Exception {
		assertKept(new Search(SearchPlan.TWO.with(0, 1).with(type), STATES / 2).run());
	}

	private static void assertKept(Search search) throws Exception {
		System.out.print(search.report());
		Files.writeString(REPORT, search.report(), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
		Search.Violation violation = search.violation();
		if (violation != null) {
			throw new AssertionError(violation.promise() + "\n" + String.join("\n", search.explain(violation)));
		}
	}

	@Test
	void releaseWithoutComparingIsFound() throws Exception {
		assertFound(SearchPlan.TWO.with(1, 0), SimulationFlaw.RELEASE_WITHOUT_COMPARING);
	}

	@Test
	void validityFromReplyIsFound() throws Exception {
		assertFound(SearchPlan.TWO.fixed().with(1, 0), SimulationFlaw.VALIDITY_FROM_REPLY);
	}

	@Test
	void sleepPastASliceIsFound() throws Exception {
		assertFound(SearchPlan.TWO.of(1, 3).sliced(), SimulationFlaw.SLEEP_PAST_SLICE);
	}

	@Test
	void keyWithoutExpiryIsFound() throws Exception {
		assertFound(SearchPlan.TWO, SimulationFlaw.NO_EXPIRY);
	}

	@Test
	void claimThatIsValidFromTheMessageOnIsFound() throws Exception {
		assertFound(SearchPlan.TWO.fixed().with(1, 0), SimulationFlaw.VALIDITY_FROM_MESSAGE);
	}

	private static void assertFound(SearchPlan plan, SimulationFlaw flaw) throws Exception {
		Search search = new Search(plan.with(flaw), 20_000).run();
		Search.Violation violation = search.violation();
		assertThat(violation).isNotNull();
		List<String> way = search.explain(violation);
		System.out.println(search.report() + String.join("\n", way) + "\n");
		assertThat(violation.promise()).matches(flaw.breaks);
		assertThat(way).hasSizeLessThanOrEqualTo(25).last().asString().contains(violation.promise());
	}

}

package io.lockstarter.benchmarks;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Map;

import io.lockstarter.benchmarks.fleet.Versions;
import io.lockstarter.benchmarks.report.Machine;
import io.lockstarter.benchmarks.scenarios.Effort;

/** Where, when, with what and how long it was measured. */
final class Facts {

	private Facts() {
	}

	static Map<String, String> of(Options options) {
		Map<String, String> facts = Machine.facts();
		facts.put("Redis", Versions.redis());
		facts.putAll(Versions.libraries());
		Effort effort = options.effort();
		facts.put("effort",
				"%d rounds of %s s after %s s of warm-up; the median, and the least and the most in brackets"
					.formatted(effort.rounds(), effort.round().toMillis() / 1e3, effort.warmUp().toMillis() / 1e3));
		facts.put("date", LocalDate.now(ZoneOffset.UTC).toString());
		return facts;
	}

}

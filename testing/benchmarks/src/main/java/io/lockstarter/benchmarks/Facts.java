package io.lockstarter.benchmarks;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Map;

import io.lockstarter.benchmarks.fleet.Versions;
import io.lockstarter.benchmarks.report.Machine;
import io.lockstarter.benchmarks.scenarios.MeasurementPlan;

/** Collects machine, versions, date and duration of the measurement. */
final class Facts {

	private Facts() {
	}

	static Map<String, String> of(Options options) {
		Map<String, String> facts = Machine.facts();
		facts.put("Redis", Versions.redis());
		facts.putAll(Versions.libraries());
		MeasurementPlan measurement = options.measurement();
		facts.put("measurement", "%d rounds of %s s after %s s of warm-up".formatted(measurement.rounds(),
				measurement.round().toMillis() / 1e3, measurement.warmUp().toMillis() / 1e3));
		facts.put("date", LocalDate.now(ZoneOffset.UTC).toString());
		return facts;
	}

}

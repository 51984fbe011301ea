package io.lockstarter.aop.definition;

import java.time.Duration;

import io.lockstarter.LockRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** Verifies which texts are durations, in annotations and in properties. */
class DurationSyntaxTests {

	@ParameterizedTest
	@CsvSource({ "30, PT0.03S", "0, PT0S", "30s, PT30S", "250ms, PT0.25S", "2M, PT2M", "1h30m, PT1H30M",
			"1m30s, PT1M30S", "PT1M, PT1M", "-1s, PT-1S", "' 5s ', PT5S" })
	void durationHasOneUnitSeveralUnitsOrIsoFormat(String text, Duration expected) {
		for (DurationSyntax syntax : DurationSyntax.values()) {
			assertThat(syntax.parse(text)).isEqualTo(expected);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "soon", "30 s", "30x", "PT", "1e3s", "1.5s", "99999999999999999999s",
			"9223372036854775807d", "9223372036854775807h9223372036854775807h" })
	void otherTextIsRefused(String text) {
		for (DurationSyntax syntax : DurationSyntax.values()) {
			assertThatIllegalArgumentException().isThrownBy(() -> syntax.parse(text));
		}
	}

	@Test
	void onlyWaitTimeMayBeForever() {
		assertThat(DurationSyntax.WAIT_TIME.parse("Forever ")).isEqualTo(LockRequest.FOREVER);
		assertThatIllegalArgumentException().isThrownBy(() -> DurationSyntax.DURATION.parse("forever"));
	}

	@ParameterizedTest
	@EnumSource
	void fixNamesTheDefaultUnit(DurationSyntax syntax) {
		assertThat(syntax.fix()).contains("1h30m", DurationSyntax.UNIT);
	}

}

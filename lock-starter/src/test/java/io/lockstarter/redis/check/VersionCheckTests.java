package io.lockstarter.redis.check;

import java.util.Properties;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Uses texts, since there is no old server to start. */
class VersionCheckTests {

	@ParameterizedTest
	@CsvSource({ "2.6.12, true", "3.2.100, true", "4.0.14, true", "5.0.14, true", "6.0.0, false", "6.2.14, false",
			"7.0.15, false", "10.0.1, false", "'', false", "unstable, false", "255.255.255, false" })
	void onlyVersionsBeforeSixAreTooOld(String version, boolean tooOld) {
		Properties fields = new Properties();
		fields.setProperty("redis_version", version);
		assertThat(VersionCheck.isTooOld(new ServerInfo("Redis", fields))).isEqualTo(tooOld);
	}

}

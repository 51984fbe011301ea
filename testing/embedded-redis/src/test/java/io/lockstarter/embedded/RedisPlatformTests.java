package io.lockstarter.embedded;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class RedisPlatformTests {

	@ParameterizedTest
	@CsvSource({ "Linux, amd64, linux-amd64", "Linux, aarch64, linux-arm64", "Linux, i386, linux-386",
			"Mac OS X, x86_64, darwin-amd64", "Mac OS X, aarch64, darwin-arm64" })
	void everySupportedPlatformHasABinaryInTheJar(String os, String arch, String suffix) {
		String resource = RedisPlatform.of(os, arch).resource();
		assertThat(resource).endsWith(suffix);
		assertThat(getClass().getClassLoader().getResource(resource)).isNotNull();
	}

	@Test
	void messageOnWindowsSaysWhatToDo() {
		assertThatExceptionOfType(EmbeddedRedisException.class)
			.isThrownBy(() -> RedisPlatform.of("Windows 11", "amd64"))
			.withMessageContaining("Windows 11")
			.withMessageContaining("spring.data.redis.host");
	}

}

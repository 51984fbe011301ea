package io.lockstarter.autoconfigure;

import io.lockstarter.autoconfigure.failure.InvalidLockConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

@ExtendWith(OutputCaptureExtension.class)
class JedisPoolCheckTests {

	private static final String POOL = "spring.data.redis.jedis.pool.";

	@ParameterizedTest
	@ValueSource(strings = { "0", "1" })
	void poolThatIsTooSmallIsRefused(String size) {
		jedis(POOL + "max-active=" + size).run((context) -> assertThat(context).getFailure()
			.rootCause()
			.isInstanceOf(InvalidLockConfigurationException.class)
			.hasMessageContaining(POOL + "max-active '" + size + "'"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "2", "8", "-1" })
	void largerPoolIsAccepted(String size, CapturedOutput output) {
		jedis(POOL + "max-active=" + size, POOL + "max-wait=1s").run((context) -> assertThat(context).hasNotFailed());
		assertThat(output).doesNotContain("max-wait");
	}

	@Test
	void sizeOfDisabledPoolIsIgnored() {
		jedis(POOL + "max-active=1", POOL + "enabled=false").run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void unlimitedWaitForAConnectionCausesAWarning(CapturedOutput output) {
		jedis().run((context) -> assertThat(context).hasNotFailed());
		assertThat(output).containsOnlyOnce("Set spring.data.redis.jedis.pool.max-wait=1s");
	}

	private static ApplicationContextRunner jedis(String... properties) {
		return LockContexts.redis()
			.withPropertyValues("spring.data.redis.client-type=jedis", "spring.data.redis.timeout=2s")
			.withPropertyValues(properties);
	}

}

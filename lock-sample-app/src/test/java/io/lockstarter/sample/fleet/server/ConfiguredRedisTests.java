package io.lockstarter.sample.fleet.server;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.mock.env.MockEnvironment;

import static org.assertj.core.api.Assertions.assertThat;

class ConfiguredRedisTests {

	@ParameterizedTest
	@ValueSource(strings = { "spring.data.redis.host=there", "spring.data.redis.url=redis://there:1",
			"spring.data.redis.port=1", "spring.data.redis.sentinel.nodes=a:1,b:2",
			"spring.data.redis.cluster.nodes[0]=a:1", "spring.data.redis.masterreplica.nodes=a:1" })
	void everyPropertyThatNamesARedisCounts(String property) {
		MockEnvironment environment = new MockEnvironment();
		TestPropertyValues.of(property).applyTo(environment);
		assertThat(ConfiguredRedis.in(environment)).isTrue();
	}

	@ParameterizedTest
	@ValueSource(strings = { "SPRING_DATA_REDIS_HOST=there", "SPRING_DATA_REDIS_CLUSTER_NODES=a:1" })
	void environmentVariableCounts(String variable) {
		StandardEnvironment environment = new StandardEnvironment();
		TestPropertyValues.of(variable).applyTo(environment, TestPropertyValues.Type.SYSTEM_ENVIRONMENT);
		assertThat(ConfiguredRedis.in(environment)).isTrue();
	}

	@ParameterizedTest
	@ValueSource(strings = { "spring.data.redis.timeout=2s", "spring.data.redis.host=" })
	void propertyThatNamesNoRedisDoesNotCount(String property) {
		MockEnvironment environment = new MockEnvironment();
		TestPropertyValues.of(property).applyTo(environment);
		assertThat(ConfiguredRedis.in(environment)).isFalse();
	}

	@Test
	void emptyEnvironmentDoesNotCount() {
		assertThat(ConfiguredRedis.in(new MockEnvironment())).isFalse();
	}

}

package io.lockstarter.sample.fleet.server;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.mock.env.MockEnvironment;

import static org.assertj.core.api.Assertions.assertThat;

class RedisDescriptionTests {

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "spring.data.redis.host=there|there:6379",
			"spring.data.redis.port=7|localhost:7", "spring.data.redis.url=redis://me:secret@there:1|there:1",
			"spring.data.redis.url=redis://there|there", "spring.data.redis.sentinel.nodes=a:1,b:2|Sentinel a:1,b:2",
			"spring.data.redis.cluster.nodes[0]=a:1|Cluster a:1",
			"spring.data.redis.masterreplica.nodes=a:1,b:1|a:1,b:1" })
	void describesTheServersWithoutSecrets(String property, String text) {
		MockEnvironment environment = new MockEnvironment();
		TestPropertyValues.of(property, "spring.data.redis.password=secret").applyTo(environment);
		assertThat(RedisDescription.of(environment)).isEqualTo(text);
	}

}

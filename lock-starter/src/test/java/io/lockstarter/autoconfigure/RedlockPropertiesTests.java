package io.lockstarter.autoconfigure;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class RedlockPropertiesTests {

	private static final String THREE = "redis://a,redis://b,redis://c";

	@Test
	void defaultsAreNoNodes() {
		LockProperties.Redlock redlock = bind(Map.of()).redlock();
		assertThat(redlock.nodes()).isEmpty();
		assertThat(redlock.nodeTimeout()).isEqualTo(Duration.ofMillis(50));
		assertThat(redlock.driftFactor()).isEqualTo(0.01);
		assertThat(redlock.sslBundle()).isNull();
	}

	@Test
	void everyValueIsBound() {
		LockProperties.Redlock redlock = bind(Map.of("nodes", THREE + ",rediss://d/1,redis://e", "node-timeout", "80ms",
				"drift-factor", "0.02", "ssl-bundle", "locks"))
			.redlock();
		assertThat(redlock.nodes()).hasSize(5);
		assertThat(redlock.nodeTimeout()).isEqualTo(Duration.ofMillis(80));
		assertThat(redlock.driftFactor()).isEqualTo(0.02);
		assertThat(redlock.sslBundle()).isEqualTo("locks");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					nodes        | redis://a                           | redlock.nodes '1 nodes' are fewer than 3
					nodes        | redis://a,redis://b                 | redlock.nodes '2 nodes' are fewer than 3
					nodes        | redis://a,redis://b,redis://A       | redlock.nodes[2] 'a:6379' is the same server as node 0
					nodes        | redis://a,redis://b,redis://b:6379/1 | redlock.nodes[2] 'b:6379' is the same server as node 1
					nodes        | redis://a,http://b,redis://c        | redlock.nodes[1] '(not shown)' does not begin with redis://
					node-timeout | 0                                   | redlock.node-timeout '0s' is shorter than 1ms
					node-timeout | 11s                                 | redlock.node-timeout '11s' is longer than 10s
					drift-factor | -0.1                                | redlock.drift-factor '-0.1' is not between 0.0 and 0.5
					drift-factor | 0.6                                 | redlock.drift-factor '0.6' is not between 0.0 and 0.5
					ssl-bundle   | locks                               | redlock.ssl-bundle 'locks' is of no use""")
	void whatCannotWorkIsRefused(String property, String value, String problem) {
		Map<String, String> values = new HashMap<>(Map.of("nodes", THREE));
		values.put(property, value);
		assertThatThrownBy(() -> bind(values)).rootCause().hasMessageContaining("distributed-lock." + problem);
	}

	@Test
	void timeoutOfANodeMustLeaveTimeToRenew() {
		assertThatThrownBy(() -> bind(Map.of("nodes", THREE, "node-timeout", "10001ms"))).rootCause()
			.hasMessageContaining("is longer than a third of distributed-lock.ttl, 30s");
	}

	@Test
	void passwordsAreNeverShown() {
		String[] nodes = { "redis://me:hidden@a:99999", "http://me:hidden@b", "redis://me:hid^den@c",
				"redis://me:hidden@d/x", "redis://me:hidden@e", "redis://me:hidden@e" };
		assertThatThrownBy(() -> bind(Map.of("nodes", String.join(",", nodes)))).rootCause()
			.isInstanceOf(InvalidLockPropertiesException.class)
			.satisfies((ex) -> {
				assertThat(((InvalidLockPropertiesException) ex).problems()).hasSize(5);
				assertThat(ex.toString()).doesNotContain("hid");
				assertThat(((InvalidLockPropertiesException) ex).problems().toString()).doesNotContain("hid");
			});
		assertThat(bind(Map.of("nodes", "redis://:hidden@a,redis://b,redis://c")).toString()).doesNotContain("hidden");
	}

	private static LockProperties bind(Map<String, String> values) {
		MapConfigurationPropertySource source = new MapConfigurationPropertySource();
		values.forEach((name, value) -> source.put(LockProperties.PREFIX + ".redlock." + name, value));
		return new Binder(source).bindOrCreate(LockProperties.PREFIX, LockProperties.class);
	}

}

package io.lockstarter.autoconfigure;

import java.time.Duration;
import java.util.Map;

import io.lockstarter.autoconfigure.failure.InvalidLockConfigurationException;
import org.junit.jupiter.api.Test;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class RedlockPropertiesTests {

	private static final String THREE = "redis://a,redis://b,redis://c";

	@Test
	void noNodesByDefault() {
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

	@Test
	void passwordsAreNeverShown() {
		String[] nodes = { "redis://me:hidden@a:99999", "http://me:hidden@b", "redis://me:hid^den@c",
				"redis://me:hidden@d/x", "redis://me:hidden@e", "redis://me:hidden@e" };
		assertThatThrownBy(() -> bind(Map.of("nodes", String.join(",", nodes)))).rootCause()
			.isInstanceOf(InvalidLockConfigurationException.class)
			.satisfies((ex) -> {
				InvalidLockConfigurationException refusal = (InvalidLockConfigurationException) ex;
				assertThat(refusal.problem().lines().filter((line) -> line.startsWith("    - "))).hasSize(5);
				assertThat(refusal.toString() + refusal.problem() + refusal.fix()).doesNotContain("hid");
			});
		assertThat(bind(Map.of("nodes", "redis://:hidden@a,redis://b,redis://c")).toString()).doesNotContain("hidden");
	}

	private static LockProperties bind(Map<String, String> values) {
		MapConfigurationPropertySource source = new MapConfigurationPropertySource();
		values.forEach((name, value) -> source.put(LockProperties.PREFIX + ".redlock." + name, value));
		return new Binder(source).bindOrCreate(LockProperties.PREFIX, LockProperties.class);
	}

}

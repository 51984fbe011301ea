package io.lockstarter.autoconfigure;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.List;
import java.util.Map;

import com.jayway.jsonpath.DocumentContext;
import com.jayway.jsonpath.JsonPath;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Checks the metadata that an IDE shows for the properties. */
class ConfigurationMetadataTests {

	private final DocumentContext metadata = read();

	@Test
	void everyPropertyHasADescription() {
		List<Map<String, Object>> properties = this.metadata.read("$.properties");
		assertThat(properties).extracting((property) -> property.get("name"))
			.containsExactlyInAnyOrder("distributed-lock.enabled", "distributed-lock.key-prefix",
					"distributed-lock.ttl", "distributed-lock.wait-time", "distributed-lock.store",
					"distributed-lock.instance-name", "distributed-lock.connection-factory",
					"distributed-lock.watchdog.interval", "distributed-lock.watchdog.threads",
					"distributed-lock.retry.initial-interval", "distributed-lock.retry.max-interval",
					"distributed-lock.retry.multiplier", "distributed-lock.retry.jitter",
					"distributed-lock.wake-up.max-sleep", "distributed-lock.hand-off.max-consecutive",
					"distributed-lock.hand-off.max-duration", "distributed-lock.hand-off.slice",
					"distributed-lock.release-mode", "distributed-lock.fencing", "distributed-lock.replicas.min-acks",
					"distributed-lock.replicas.timeout", "distributed-lock.replicas.on-missing",
					"distributed-lock.shutdown-timeout", "distributed-lock.startup-check",
					"distributed-lock.redlock.nodes", "distributed-lock.redlock.node-timeout",
					"distributed-lock.redlock.drift-factor", "distributed-lock.redlock.ssl-bundle",
					"distributed-lock.locks", "distributed-lock.events.publish", "distributed-lock.diagnosis.slow-hold",
					"distributed-lock.health.window", "distributed-lock.health.max-losses",
					"distributed-lock.health.max-lag", "distributed-lock.endpoint.mask-keys",
					"distributed-lock.endpoint.forced-release", "distributed-lock.web.problem-details",
					"distributed-lock.web.retry-after", "management.endpoint.locks.access",
					"management.endpoint.locks.cache.time-to-live", "management.health.distributed-lock.enabled");
		assertThat(properties).allSatisfy((property) -> assertThat((String) property.get("description"))
			.as("description of %s", property.get("name"))
			.matches("[A-Z][^\\n]+\\."));
	}

	@Test
	void hintsBelongToPropertiesThatExist() {
		List<String> names = this.metadata.read("$.properties[*].name");
		List<String> hinted = this.metadata.read("$.hints[*].name");
		assertThat(hinted).hasSize(3).isSubsetOf(names);
	}

	private static DocumentContext read() {
		try {
			URL classes = LockProperties.class.getProtectionDomain().getCodeSource().getLocation();
			try (InputStream in = new URL(classes, "META-INF/spring-configuration-metadata.json").openStream()) {
				return JsonPath.parse(in);
			}
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

}

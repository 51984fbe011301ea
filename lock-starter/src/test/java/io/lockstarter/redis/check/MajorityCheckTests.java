package io.lockstarter.redis.check;

import java.time.Duration;
import java.util.List;

import io.lockstarter.embedded.EmbeddedCluster;
import io.lockstarter.redis.RedisLockStore;
import org.junit.jupiter.api.Test;

import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;

class MajorityCheckTests {

	@Test
	void twoMastersAreTooFew() {
		assertThat(findings(2)).singleElement().satisfies((finding) -> {
			assertThat(finding.isDangerous()).isTrue();
			assertThat(finding.problem()).contains("has 2 masters only");
		});
	}

	@Test
	void evenNumberOfMastersCausesAdviceAndEachIsCheckedForEviction() {
		List<Finding> findings = findings(4, "--maxmemory", "64mb", "--maxmemory-policy", "allkeys-lru");
		assertThat(findings).filteredOn((finding) -> !finding.isDangerous())
			.singleElement()
			.satisfies((finding) -> assertThat(finding.problem()).contains("even number of masters, 4"));
		assertThat(findings).filteredOn(Finding::isDangerous)
			.hasSize(4)
			.extracting(Finding::problem)
			.allMatch((problem) -> problem.contains("may delete locks"))
			.doesNotHaveDuplicates();
	}

	private static List<Finding> findings(int masters, String... options) {
		try (EmbeddedCluster cluster = EmbeddedCluster.builder().masters(masters).replicas(0).args(options).start()) {
			LettuceConnectionFactory factory = new LettuceConnectionFactory(
					new RedisClusterConfiguration(cluster.addresses()),
					LettuceClientConfiguration.builder()
						.commandTimeout(Duration.ofSeconds(10))
						.shutdownTimeout(Duration.ZERO)
						.build());
			factory.afterPropertiesSet();
			factory.start();
			try {
				return new ServerChecks(factory, new RedisLockStore(factory, "lock:"), "lock:",
						ConnectionAdvice.ofProperties())
					.run();
			}
			finally {
				factory.destroy();
			}
		}
	}

}

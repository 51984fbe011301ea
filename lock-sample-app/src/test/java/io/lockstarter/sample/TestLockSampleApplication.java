package io.lockstarter.sample;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.postgresql.PostgreSQLContainer;
import org.testcontainers.utility.DockerImageName;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.testcontainers.service.connection.ServiceConnection;
import org.springframework.context.annotation.Bean;

/**
 * Runs the sample on Redis and PostgreSQL in containers:
 * {@code mvn spring-boot:test-run}. Without a Docker engine it uses an embedded Redis and
 * H2.
 */
public final class TestLockSampleApplication {

	private static final Logger logger = LoggerFactory.getLogger(TestLockSampleApplication.class);

	private TestLockSampleApplication() {
	}

	public static void main(String[] args) {
		if (DockerClientFactory.instance().isDockerAvailable()) {
			SpringApplication.from(SampleApplication::main).with(Containers.class).run(args);
		}
		else {
			logger.warn("There is no Docker engine: using an embedded Redis and H2 instead of containers");
			SampleApplication.main(args);
		}
	}

	@TestConfiguration(proxyBeanMethods = false)
	static class Containers {

		@Bean
		@ServiceConnection("redis")
		GenericContainer<?> redis() {
			return new GenericContainer<>(DockerImageName.parse("redis:7.4-alpine")).withExposedPorts(6379);
		}

		@Bean
		@ServiceConnection
		PostgreSQLContainer postgres() {
			return new PostgreSQLContainer(DockerImageName.parse("postgres:17-alpine"));
		}

	}

}

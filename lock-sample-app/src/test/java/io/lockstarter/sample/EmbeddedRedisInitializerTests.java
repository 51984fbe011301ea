package io.lockstarter.sample;

import java.net.ServerSocket;
import java.util.List;

import io.lockstarter.embedded.EmbeddedRedis;
import io.lockstarter.embedded.EmbeddedRedisException;
import org.junit.jupiter.api.Test;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.context.ApplicationContextException;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Within one JVM, which may start and close many applications before it ends. */
class EmbeddedRedisInitializerTests {

	@Test
	void redisEndsWhenTheContextIsClosed() {
		EmbeddedRedis redis;
		try (ConfigurableApplicationContext context = run(0)) {
			redis = context.getBean(EmbeddedRedis.class);
			assertThat(redis.isAlive()).isTrue();
		}
		assertThat(redis.isAlive()).isFalse();
	}

	@Test
	void contextThatFailsToStartLeavesNoRedis() throws Exception {
		List<ProcessHandle> before = ProcessHandle.current().descendants().toList();
		try (ServerSocket taken = new ServerSocket(0)) {
			assertThatExceptionOfType(ApplicationContextException.class).isThrownBy(() -> run(taken.getLocalPort()))
				.havingCause()
				.isInstanceOf(PortInUseException.class);
		}
		assertThat(ProcessHandle.current().descendants().filter(ProcessHandle::isAlive)).isSubsetOf(before);
	}

	@Test
	void analysisOfAFailedStartSaysWhatToDo() {
		FailureAnalysis analysis = new EmbeddedRedisFailureAnalyzer()
			.analyze(new IllegalStateException(new EmbeddedRedisException("no such platform")));
		assertThat(analysis).isNotNull();
		assertThat(analysis.getDescription()).contains("no such platform");
		assertThat(analysis.getAction()).contains("--spring.data.redis.host=");
	}

	private static ConfigurableApplicationContext run(int port) {
		return SpringApplication.run(SampleApplication.class, "--server.port=" + port);
	}

}

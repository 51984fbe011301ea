package io.lockstarter.sample;

import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** The set-up for developers, which has containers where there is an engine. */
@DisabledOnOs(OS.WINDOWS)
class DevelopmentTests {

	@TempDir
	private Path folder;

	@Test
	void withoutADockerEngineItStartsAllTheSame() throws Exception {
		try (SampleProcess sample = SampleProcess.start(this.folder, TestLockSampleApplication.class, "--server.port=0",
				"--instances=1")) {
			assumeTrue(sample.awaitEither("There is no Docker engine", "Connected to docker"),
					"There is a Docker engine, and so containers");
			assertThat(sample.redisInUse()).startsWith("embedded");
		}
	}

}

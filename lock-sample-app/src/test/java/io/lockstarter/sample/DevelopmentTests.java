package io.lockstarter.sample;

import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** Tests the developer setup, which uses containers if there is a Docker engine. */
@DisabledOnOs(OS.WINDOWS)
class DevelopmentTests {

	@TempDir
	private Path folder;

	@Test
	void startsWithoutADockerEngine() throws Exception {
		try (SampleProcess sample = SampleProcess.start(this.folder, TestLockSampleApplication.class, "--server.port=0",
				"--instances=1")) {
			assumeTrue(sample.awaitEither("There is no Docker engine", "Connected to docker"),
					"There is a Docker engine, so containers are used");
			assertThat(sample.redisInUse()).startsWith("embedded");
		}
	}

}

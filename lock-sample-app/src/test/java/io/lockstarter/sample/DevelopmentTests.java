package io.lockstarter.sample;

import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.testcontainers.DockerClientFactory;

import static org.assertj.core.api.Assertions.assertThat;

/** The set-up for developers, with containers where there is an engine. */
@DisabledOnOs(OS.WINDOWS)
class DevelopmentTests {

	@TempDir
	private Path folder;

	@Test
	void startsWithContainersOrSaysThatThereIsNoEngine() throws Exception {
		boolean engine = DockerClientFactory.instance().isDockerAvailable();
		try (SampleProcess sample = SampleProcess.start(this.folder, TestLockSampleApplication.class, "--server.port=0",
				"--instances=1")) {
			assertThat(sample.webPort()).isPositive();
			assertThat(sample.output().contains("Started an embedded Redis")).isEqualTo(!engine);
			assertThat(sample.output().contains("There is no Docker engine")).isEqualTo(!engine);
		}
	}

}

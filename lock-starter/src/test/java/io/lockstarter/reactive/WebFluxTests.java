package io.lockstarter.reactive;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.lockstarter.testsupport.RedisFixture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Loads a WebFlux server in a separate JVM, since BlockHound changes the classes of the
 * JDK. The assertions are on the output of {@link WebFluxApplication}.
 */
class WebFluxTests {

	@Test
	void noEventLoopIsBlockedAndNoLockIsLeftBehind(@TempDir Path directory) throws Exception {
		String output;
		try (RedisFixture redis = RedisFixture.start()) {
			output = run(directory.resolve("output"), redis.server().port());
		}
		assertThat(output.lines()).as(output)
			.contains("requests without an end: 0", "few lost responses: true", "answered: true",
					"disconnected during the work: true", "overlaps: 0", "held: none", "blocking calls: []",
					"detected: true");
	}

	private static String run(Path output, int port) throws Exception {
		Process process = new ProcessBuilder(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:+AllowRedefinitionToAddDeleteMethods",
				"-Djdk.attach.allowAttachSelf=true", "-cp", System.getProperty("java.class.path"),
				WebFluxApplication.class.getName(), Integer.toString(port)))
			.redirectErrorStream(true)
			.redirectOutput(output.toFile())
			.start();
		try {
			assertThat(process.waitFor(300, TimeUnit.SECONDS)).isTrue();
		}
		finally {
			process.destroyForcibly();
		}
		String text = Files.readString(output);
		assertThat(process.exitValue()).as(text).isZero();
		return text;
	}

}

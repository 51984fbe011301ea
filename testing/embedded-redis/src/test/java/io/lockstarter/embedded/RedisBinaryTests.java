package io.lockstarter.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Tests the property redis.program, which selects the program. */
class RedisBinaryTests {

	private String before = "";

	private RedisBinary embedded = new RedisBinary(Path.of(""), null);

	@BeforeEach
	void useTheEmbeddedProgram() {
		this.before = System.getProperty(RedisBinary.PROPERTY, "");
		System.setProperty(RedisBinary.PROPERTY, "");
		this.embedded = RedisBinary.get();
	}

	@AfterEach
	void restore() {
		System.setProperty(RedisBinary.PROPERTY, this.before);
	}

	@Test
	void namedProgramIsStartedAndNotDeleted(@TempDir Path folder) throws IOException {
		Path started = folder.resolve("started");
		Path program = Files.writeString(folder.resolve("other-server"),
				"#!/bin/sh\ntouch '" + started + "'\nexec '" + this.embedded.program() + "' \"$@\"\n");
		Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
		System.setProperty(RedisBinary.PROPERTY, program.toString());
		try (EmbeddedRedis redis = EmbeddedRedis.builder().allowDebug().start()) {
			assertThat(redis.command("DEBUG", "SLEEP", "0").text()).isEqualTo("OK");
		}
		assertThat(started).exists();
		assertThat(program).exists();
		assertThat(RedisBinary.get().folder()).as("a folder to delete").isNull();
	}

	@Test
	void missingProgramIsReportedWithItsProperty(@TempDir Path folder) {
		System.setProperty(RedisBinary.PROPERTY, folder.resolve("missing").toString());
		assertThatExceptionOfType(EmbeddedRedisException.class).isThrownBy(EmbeddedRedis::start)
			.withMessageContaining("redis.program")
			.withMessageContaining("missing");
	}

	@Test
	void embeddedProgramHasAVersion() {
		assertThat(this.embedded.majorVersion()).isEqualTo(7);
	}

}

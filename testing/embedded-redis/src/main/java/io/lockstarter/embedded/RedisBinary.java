package io.lockstarter.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * The redis-server program: the one of the system property {@code redis.program}, or the
 * embedded one. The embedded program is unpacked from its jar at the first use, once per
 * JVM. The guard of a running server or the JVM deletes it.
 *
 * @param program the program
 * @param folder the private folder of the embedded program, which is deleted; null for
 * another program
 */
record RedisBinary(Path program, @Nullable Path folder) {

	static final String PROPERTY = "redis.program";

	static final int REDIS_7 = 7;

	private static final Pattern VERSION = Pattern.compile(" v=(\\d+)\\.");

	private static final AtomicReference<@Nullable RedisBinary> EXTRACTED = new AtomicReference<>();

	private static final Lock LOCK = new ReentrantLock();

	static RedisBinary get() {
		String named = System.getProperty(PROPERTY, "");
		return named.isEmpty() ? embedded() : of(Path.of(named));
	}

	private static RedisBinary of(Path program) {
		if (!Files.isRegularFile(program) || !Files.isExecutable(program)) {
			throw new EmbeddedRedisException("The property " + PROPERTY + " names " + program.toAbsolutePath()
					+ ", which is not an executable file.");
		}
		return new RedisBinary(program.toAbsolutePath(), null);
	}

	private static RedisBinary embedded() {
		LOCK.lock();
		try {
			RedisBinary binary = EXTRACTED.get();
			if (binary == null || !Files.exists(binary.program())) {
				binary = extract(RedisPlatform.current().resource());
				EXTRACTED.set(binary);
			}
			return binary;
		}
		finally {
			LOCK.unlock();
		}
	}

	/**
	 * Reads the version of the program. The versions of Valkey continue those of Redis 7.
	 */
	int majorVersion() {
		try {
			Process process = new ProcessBuilder(this.program.toString(), "--version").start();
			String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
			Matcher version = VERSION.matcher(answer);
			if (!version.find()) {
				throw new EmbeddedRedisException(this.program + " --version printed no version: " + answer);
			}
			return Integer.parseInt(version.group(1));
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Could not run " + this.program + " --version", ex);
		}
	}

	static RedisBinary extract(String resource) {
		try (InputStream in = RedisBinary.class.getClassLoader().getResourceAsStream(resource)) {
			if (in == null) {
				throw new EmbeddedRedisException("No " + resource
						+ " on the class path: the jar org.signal:embedded-redis, which holds it, is missing.");
			}
			Path folder = Files.createTempDirectory("embedded-redis-program-");
			Path program = folder.resolve("redis-server");
			// The JVM deletes them in reverse order.
			folder.toFile().deleteOnExit();
			program.toFile().deleteOnExit();
			Files.copy(in, program);
			Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
			return new RedisBinary(program, folder);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Could not unpack " + resource, ex);
		}
	}

}

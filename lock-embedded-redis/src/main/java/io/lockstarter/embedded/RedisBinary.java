package io.lockstarter.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;

/**
 * The redis-server program in a private folder: taken out of its jar at the first use,
 * once per JVM, and deleted with it (by the guard of a running server, else by the JVM).
 */
record RedisBinary(Path folder) {

	private static final AtomicReference<@Nullable RedisBinary> EXTRACTED = new AtomicReference<>();

	private static final Lock LOCK = new ReentrantLock();

	static RedisBinary get() {
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

	Path program() {
		return this.folder.resolve("redis-server");
	}

	static RedisBinary extract(String resource) {
		try (InputStream in = RedisBinary.class.getClassLoader().getResourceAsStream(resource)) {
			if (in == null) {
				throw new EmbeddedRedisException("No " + resource
						+ " on the class path: the jar org.signal:embedded-redis, which holds it, is missing.");
			}
			RedisBinary binary = new RedisBinary(Files.createTempDirectory("embedded-redis-program-"));
			// Deleted in the reverse of this order.
			binary.folder().toFile().deleteOnExit();
			binary.program().toFile().deleteOnExit();
			Files.copy(in, binary.program());
			Files.setPosixFilePermissions(binary.program(), PosixFilePermissions.fromString("rwx------"));
			return binary;
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Could not unpack " + resource, ex);
		}
	}

}

package io.lockstarter.redis.topology;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

import io.lockstarter.embedded.EmbeddedRedis;
import io.lockstarter.embedded.TlsFiles;

/**
 * Holds a server with a certificate of a private authority.
 *
 * @param redis the server
 * @param authority the certificate of the authority
 */
record TlsServer(EmbeddedRedis redis, Path authority) {

	static TlsServer start() {
		try {
			Path folder = Files.createTempDirectory(Files.createDirectories(Path.of("target")), "tls");
			TlsFiles files = TlsFiles.create(folder.toAbsolutePath());
			return new TlsServer(EmbeddedRedis.builder().tls(files).start(), files.authority());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** Returns the properties of the address. */
	String port() {
		return "spring.data.redis.port=" + this.redis.tlsPort();
	}

	/** Returns the properties that make an application trust the server. */
	String[] bundle() {
		return new String[] { "spring.data.redis.ssl.bundle=redis",
				"spring.ssl.bundle.pem.redis.truststore.certificate=" + this.authority.toUri() };
	}

}

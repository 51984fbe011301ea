package io.lockstarter.redis.topology;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

import io.lockstarter.embedded.EmbeddedRedis;
import io.lockstarter.embedded.TlsFiles;

/**
 * A server with a certificate of an authority that only we know.
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

	/** Where an application finds it. */
	String port() {
		return "spring.data.redis.port=" + this.redis.tlsPort();
	}

	/** With which it trusts it. */
	String[] bundle() {
		return new String[] { "spring.data.redis.ssl.bundle=redis",
				"spring.ssl.bundle.pem.redis.truststore.certificate=" + this.authority.toUri() };
	}

}

package io.lockstarter.embedded;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;

import io.lockstarter.embedded.resp.RespConnection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class EmbeddedRedisOptionsTests {

	@Test
	void replicaHasTheDataOfItsMaster() {
		try (EmbeddedRedis master = EmbeddedRedis.start();
				EmbeddedRedis replica = EmbeddedRedis.builder().replicaOf(master).start()) {
			replica.awaitInSync();
			Replicated.set(master, "key", "value", 1);
			assertThat(replica.command("GET", "key").text()).isEqualTo("value");
			assertThat(replica.info("role")).isEqualTo("slave");
			assertThat(replica.info("no such field")).isEmpty();
		}
	}

	@Test
	void userHasOnlyItsRulesEvenAfterARestart() throws Exception {
		try (EmbeddedRedis redis = EmbeddedRedis.builder().user("app", "secret", "~lock:*", "+get").start()) {
			redis.restart();
			try (RespConnection connection = RespConnection.open(redis.host(), redis.port(), Duration.ofSeconds(30))) {
				assertThat(connection.call("AUTH", "app", "secret").text()).isEqualTo("OK");
				assertThat(connection.call("GET", "lock:key").isError()).isFalse();
				assertThat(connection.call("GET", "key").text()).startsWith("NOPERM");
				assertThat(connection.call("SET", "lock:key", "value").text()).startsWith("NOPERM");
			}
		}
	}

	@Test
	void commandThrowsOnAnErrorReplyAndOnAStoppedServer() {
		try (EmbeddedRedis redis = EmbeddedRedis.start()) {
			assertThatExceptionOfType(EmbeddedRedisException.class).isThrownBy(() -> redis.command("NO-SUCH", "1"))
				.withMessageContaining("NO-SUCH 1")
				.withMessageContaining("unknown command");
			redis.kill();
			assertThatExceptionOfType(EmbeddedRedisException.class).isThrownBy(() -> redis.command("PING"))
				.withMessageContaining("port " + redis.port());
		}
	}

	@Test
	void freePortOptionHasItsOwnPort() {
		try (EmbeddedRedis redis = EmbeddedRedis.builder()
			.option("--cluster-enabled", "yes")
			.freePort("--cluster-port")
			.start()) {
			assertThat(redis.port("--cluster-port")).isNotEqualTo(redis.port()).isLessThan(65_536);
			assertThat(redis.command("CONFIG", "GET", "cluster-port").items().get(1).text())
				.isEqualTo(Integer.toString(redis.port("--cluster-port")));
			assertThatIllegalArgumentException().isThrownBy(redis::tlsPort).withMessageContaining("--tls-port");
		}
	}

	@Test
	void privateConfigurationIsReadAndKeepsTheChangesOfTheServer() {
		try (EmbeddedRedis redis = EmbeddedRedis.builder().config("maxmemory 5mb").start()) {
			assertThat(redis.info("maxmemory")).isEqualTo("5242880");
			redis.command("CONFIG", "SET", "maxmemory", "6mb");
			redis.command("CONFIG", "REWRITE");
			redis.restart();
			assertThat(redis.info("maxmemory")).isEqualTo("6291456");
		}
	}

	@Test
	void tlsUsesACertificateOfTheAuthority(@TempDir Path folder) throws Exception {
		TlsFiles files = TlsFiles.create(folder);
		try (EmbeddedRedis redis = EmbeddedRedis.builder().tls(files).start()) {
			try (SSLSocket socket = connect(trusting(files.authority()), redis.tlsPort())) {
				socket.getOutputStream().write("PING\r\n".getBytes(StandardCharsets.US_ASCII));
				assertThat(socket.getInputStream().readNBytes(5)).asString().isEqualTo("+PONG");
			}
			assertThatExceptionOfType(SSLHandshakeException.class)
				.isThrownBy(() -> connect(SSLContext.getDefault(), redis.tlsPort()).startHandshake());
		}
	}

	private static SSLSocket connect(SSLContext context, int port) throws Exception {
		SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", port);
		SSLParameters parameters = socket.getSSLParameters();
		parameters.setEndpointIdentificationAlgorithm("HTTPS");
		socket.setSSLParameters(parameters);
		socket.setSoTimeout(10_000);
		return socket;
	}

	private static SSLContext trusting(Path authority) throws Exception {
		KeyStore trusted = KeyStore.getInstance("PKCS12");
		trusted.load(null, null);
		try (InputStream in = Files.newInputStream(authority)) {
			trusted.setCertificateEntry("ca", CertificateFactory.getInstance("X.509").generateCertificate(in));
		}
		TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
		factory.init(trusted);
		SSLContext context = SSLContext.getInstance("TLS");
		context.init(null, factory.getTrustManagers(), null);
		return context;
	}

}

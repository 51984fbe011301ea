package io.lockstarter.redis.check;

import java.io.EOFException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.util.stream.Stream;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisConnectionException;
import io.lockstarter.redis.RedisFailures;
import io.lockstarter.store.StoreException;
import io.netty.handler.ssl.SslHandshakeTimeoutException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;

import org.springframework.data.redis.RedisConnectionFailureException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class ConnectionFindingsTests {

	private final ConnectionFindings findings = new ConnectionFindings(new Endpoint("", 0, true, "app"),
			ConnectionAdvice.ofProperties());

	static Stream<Exception> outages() {
		return Stream.of(new SslHandshakeTimeoutException("handshake timed out after 10000ms"),
				new SSLHandshakeException("Connection closed while SSL/TLS handshake was in progress"),
				new SSLException("Remote host terminated the handshake", new EOFException()));
	}

	static Stream<Exception> refusals() {
		return Stream.of(new SSLException("General OpenSslEngine problem", new CertificateException("not trusted")),
				new SSLPeerUnverifiedException("not trusted"),
				new SSLException("Received fatal alert: certificate_required"));
	}

	@ParameterizedTest
	@MethodSource("outages")
	void connectionLostDuringTlsHandshakeIsNoFinding(Exception cause) {
		assertThatExceptionOfType(StoreException.class)
			.isThrownBy(() -> this.findings.notConnected(notConnected(cause)))
			.withMessageContaining("If the server does not use TLS: Set spring.data.redis.ssl.enabled=false");
	}

	static Stream<Exception> unreachable() {
		return Stream.of(new ConnectException("Connection refused"), new UnknownHostException("nowhere"));
	}

	@ParameterizedTest
	@MethodSource("unreachable")
	void serverThatIsNotReachedHasNoAdviceOnTls(Exception cause) {
		assertThatExceptionOfType(StoreException.class)
			.isThrownBy(() -> this.findings.notConnected(notConnected(cause)))
			.withMessageContaining(cause.getMessage())
			.withMessageNotContaining("TLS");
	}

	@ParameterizedTest
	@MethodSource("refusals")
	void connectionRefusedDuringTlsHandshakeIsDangerous(Exception cause) {
		assertThat(this.findings.notConnected(notConnected(cause))).singleElement()
			.satisfies((finding) -> assertThat(finding.problem()).startsWith("There is no TLS connection to Redis"));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '/', quoteCharacter = '`', textBlock = """
			NOPERM User app has no permissions to run the 'cluster|nodes' command                 / +cluster|nodes
			NOPERM this user has no permissions to run the 'cluster' command or its subcommand    / +cluster
			""")
	void fixGrantsTheCommandRefusedWhileConnecting(String reply, String rule) {
		StoreException failure = notConnected(new RedisCommandExecutionException(reply));
		assertThat(this.findings.notConnected(failure)).singleElement()
			.satisfies((finding) -> assertThat(finding.fix()).isEqualTo("Grant it: ACL SETUSER app " + rule));
	}

	private static StoreException notConnected(Exception cause) {
		return RedisFailures.translate("check the Redis server", new RedisConnectionFailureException(
				"Unable to connect to Redis", new RedisConnectionException("Unable to connect", cause)));
	}

}

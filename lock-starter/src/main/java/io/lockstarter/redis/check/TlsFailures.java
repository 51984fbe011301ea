package io.lockstarter.redis.check;

import java.net.SocketTimeoutException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.util.function.Predicate;

import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;

/**
 * Distinguishes a TLS connection that one side refused from one that was lost. A load
 * balancer without a server closes connections during the handshake. With a paused
 * server, the handshake times out. Both are outages of the server, not wrong settings.
 */
final class TlsFailures {

	private TlsFailures() {
	}

	/** Returns whether a certificate or a parameter of the connection was refused. */
	static boolean isRefusal(Throwable failure) {
		return any(failure,
				(ex) -> ex instanceof CertificateException || ex instanceof CertPathValidatorException
						|| ex instanceof CertPathBuilderException || ex instanceof SSLPeerUnverifiedException
						|| (ex instanceof SSLException && text(ex).contains("fatal alert")));
	}

	static boolean isOfTls(Throwable failure) {
		return any(failure, SSLException.class::isInstance);
	}

	/** The handshake time-out of Netty is compared by name, since Netty is optional. */
	static boolean isTimeout(Throwable failure) {
		return any(failure, (ex) -> ex instanceof SocketTimeoutException
				|| ex.getClass().getSimpleName().equals("SslHandshakeTimeoutException"));
	}

	/** Returns the message of the last cause. */
	static String reason(Throwable failure) {
		Throwable last = failure;
		while (last.getCause() != null) {
			last = last.getCause();
		}
		return text(last);
	}

	private static boolean any(Throwable failure, Predicate<Throwable> test) {
		for (Throwable ex = failure; ex != null; ex = ex.getCause()) {
			if (test.test(ex)) {
				return true;
			}
		}
		return false;
	}

	private static String text(Throwable ex) {
		return String.valueOf(ex.getMessage());
	}

}

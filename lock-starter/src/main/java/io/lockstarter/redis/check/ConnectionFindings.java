package io.lockstarter.redis.check;

import java.net.ConnectException;
import java.net.UnknownHostException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.util.List;
import java.util.function.Predicate;

import io.lockstarter.redis.RedisFailures;
import io.lockstarter.store.StoreException;
import io.lockstarter.store.StoreException.Outcome;

import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;

/**
 * Explains why connections to the server fail and will fail later too: wrong credentials,
 * or a certificate that is not accepted. A server that is down or does not answer is not
 * a finding. Neither is TLS on one side only, since it looks the same to the client: a
 * Redis without TLS does not answer a handshake, and a Redis with TLS closes the
 * connection after a plain command. The message then names TLS as a possible cause.
 */
final class ConnectionFindings {

	private final Endpoint endpoint;

	private final ConnectionAdvice advice;

	ConnectionFindings(Endpoint endpoint, ConnectionAdvice advice) {
		this.endpoint = endpoint;
		this.advice = advice;
	}

	/**
	 * Explains a failed connection.
	 * @param failure the failure
	 * @return the findings
	 * @throws StoreException if the server may just be down
	 */
	List<Finding> notConnected(StoreException failure) {
		String reply = RedisFailures.serverReply(failure);
		if (reply != null) {
			if (failure.outcome() != Outcome.REFUSED) {
				throw failure;
			}
			List<Finding> denied = denied(reply);
			return denied.isEmpty() ? List.of(refused(reply + ".", fix(reply))) : denied;
		}
		if (isRefusedByTls(failure)) {
			return List.of(Finding.dangerous("There is no TLS connection to " + this.endpoint
					+ ", so locks cannot be acquired: " + rootMessage(failure) + ".", this.advice.untrusted()));
		}
		if (any(failure, (ex) -> ex instanceof ConnectException || ex instanceof UnknownHostException)) {
			throw failure;
		}
		throw new StoreException(failure.outcome(), "check the Redis server", failure.reason() + " " + tlsAdvice(),
				failure);
	}

	/** Returns the advice in case that only one side uses TLS. */
	String tlsAdvice() {
		return this.endpoint.tls() ? "If the server does not use TLS: " + this.advice.tlsOff()
				: "If the server uses TLS: " + this.advice.tlsOn();
	}

	/**
	 * Explains a command that was refused because the login failed. Jedis connects only
	 * with the first command.
	 * @param failure the failure
	 * @return the findings; empty if the command was refused for another reason
	 */
	List<Finding> denied(StoreException failure) {
		String reply = RedisFailures.serverReply(failure);
		return (reply != null) ? denied(reply) : List.of();
	}

	private List<Finding> denied(String reply) {
		if (reply.startsWith("NOAUTH")) {
			return List.of(refused("it requires a password (NOAUTH).", credentials(this.advice.noPassword())));
		}
		if (reply.startsWith("WRONGPASS") || reply.contains("invalid password")) {
			return List.of(refused("it does not accept the user name or the password (" + reply + ").",
					credentials(this.advice.wrongPassword())));
		}
		if (reply.contains("without any password configured") || reply.contains("no password is set")) {
			return List.of(refused("the client sent a password, but the server has none (" + reply + ").",
					this.advice.needlessPassword()));
		}
		if (reply.contains("DB index") || reply.contains("'select' command")) {
			return List.of(refused("this user cannot use the database (" + reply + ").", this.advice.database()));
		}
		return List.of();
	}

	private String fix(String reply) {
		String rule = MissingRights.rule(reply);
		return (rule != null) ? "Grant it: ACL SETUSER " + this.endpoint.user() + " " + rule : this.advice.other();
	}

	/** Adds advice for Sentinel: an unknown server that refuses may be a sentinel. */
	private String credentials(String fix) {
		return this.endpoint.isKnown() ? fix
				: fix + " Sentinels have separate credentials: spring.data.redis.sentinel.username and "
						+ "spring.data.redis.sentinel.password.";
	}

	private Finding refused(String reason, String fix) {
		return Finding.dangerous(this.endpoint + " refuses the connection, so locks cannot be acquired: " + reason,
				fix);
	}

	/**
	 * Returns whether a certificate or a parameter of the connection was refused. If the
	 * connection was closed or timed out during the handshake, the server may be down.
	 */
	private static boolean isRefusedByTls(Throwable failure) {
		return any(failure,
				(ex) -> ex instanceof CertificateException || ex instanceof CertPathValidatorException
						|| ex instanceof CertPathBuilderException || ex instanceof SSLPeerUnverifiedException
						|| (ex instanceof SSLException && String.valueOf(ex.getMessage()).contains("fatal alert")));
	}

	private static boolean any(Throwable failure, Predicate<Throwable> test) {
		for (Throwable ex = failure; ex != null; ex = ex.getCause()) {
			if (test.test(ex)) {
				return true;
			}
		}
		return false;
	}

	private static String rootMessage(Throwable failure) {
		Throwable root = failure;
		while (root.getCause() != null) {
			root = root.getCause();
		}
		return String.valueOf(root.getMessage());
	}

}

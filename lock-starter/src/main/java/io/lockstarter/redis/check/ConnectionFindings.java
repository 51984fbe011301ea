package io.lockstarter.redis.check;

import java.util.List;

import io.lockstarter.redis.RedisFailures;
import io.lockstarter.redis.check.PortProbe.Protocol;
import io.lockstarter.store.StoreException;
import io.lockstarter.store.StoreException.Outcome;

/**
 * Explains why connections to the server fail and will fail later too: wrong credentials
 * or TLS settings. A server that is down or does not answer is not a finding.
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
		Protocol protocol = protocol();
		List<Finding> findings = wrong(protocol).isEmpty() ? noTls(failure, protocol) : wrong(protocol);
		if (!findings.isEmpty()) {
			return findings;
		}
		throw (protocol != Protocol.SILENT) ? failure
				: new StoreException(failure.outcome(), "check the Redis server", "there is no connection, since "
						+ this.endpoint + " does not answer. Check its address and the firewalls on the way.", failure);
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
	 * Compares the protocol of the client with that of the port. This may take seconds.
	 * @return whether the port answers, and the difference, if any
	 */
	PortReport lookAtPort() {
		Protocol protocol = protocol();
		return switch (protocol) {
			case PLAIN, TLS -> new PortReport(PortReport.Answer.YES, wrong(protocol));
			case SILENT -> new PortReport(PortReport.Answer.NO, List.of());
			case OTHER -> PortReport.UNKNOWN;
		};
	}

	private Protocol protocol() {
		return this.endpoint.isKnown() ? PortProbe.ask(this.endpoint) : Protocol.OTHER;
	}

	private List<Finding> wrong(Protocol protocol) {
		if (protocol == Protocol.TLS && !this.endpoint.tls()) {
			return List.of(Finding.dangerous(
					this.endpoint + " uses TLS, but the Redis client does not, so locks cannot be acquired.",
					this.advice.tlsOn()));
		}
		if (protocol == Protocol.PLAIN && this.endpoint.tls()) {
			return List.of(Finding.dangerous(
					"The Redis client uses TLS, but " + this.endpoint + " does not, so locks cannot be acquired.",
					this.advice.tlsOff()));
		}
		return List.of();
	}

	private List<Finding> noTls(Throwable failure, Protocol protocol) {
		if (!TlsFailures.isRefusal(failure)
				&& (protocol != Protocol.TLS || !TlsFailures.isOfTls(failure) || TlsFailures.isTimeout(failure))) {
			return List.of();
		}
		return List.of(Finding.dangerous("There is no TLS connection to " + this.endpoint
				+ ", so locks cannot be acquired: " + TlsFailures.reason(failure) + ".", this.advice.untrusted()));
	}

}

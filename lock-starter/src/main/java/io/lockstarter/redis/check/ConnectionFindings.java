package io.lockstarter.redis.check;

import java.util.List;

import io.lockstarter.redis.RedisFailures;
import io.lockstarter.redis.check.PortProbe.Protocol;
import io.lockstarter.store.StoreException;
import io.lockstarter.store.StoreException.Outcome;

/**
 * Explains why a connection to the server is of no use and would not be later either:
 * credentials and TLS. A server that is down or does not answer is not judged.
 */
final class ConnectionFindings {

	private final Endpoint endpoint;

	private final ConnectionAdvice advice;

	ConnectionFindings(Endpoint endpoint, ConnectionAdvice advice) {
		this.endpoint = endpoint;
		this.advice = advice;
	}

	/**
	 * Explains a connection that was not made.
	 * @param failure what is known of it
	 * @return what is wrong
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
				: new StoreException(failure.outcome(),
						"Could not check the Redis server: there is no connection, " + this.endpoint
								+ " does not answer. Look at its address and at firewalls between here and there.",
						failure);
	}

	/**
	 * Explains a command that was refused since the server did not let us in. Jedis
	 * connects only with the first command.
	 * @param failure what is known of it
	 * @return what is wrong; empty where the command was refused for another reason
	 */
	List<Finding> denied(StoreException failure) {
		String reply = RedisFailures.serverReply(failure);
		return (reply != null) ? denied(reply) : List.of();
	}

	private List<Finding> denied(String reply) {
		if (reply.startsWith("NOAUTH")) {
			return List.of(refused("it wants a password (NOAUTH).", credentials(this.advice.noPassword())));
		}
		if (reply.startsWith("WRONGPASS") || reply.contains("invalid password")) {
			return List.of(refused("it does not accept the user name or the password (" + reply + ").",
					credentials(this.advice.wrongPassword())));
		}
		if (reply.contains("without any password configured") || reply.contains("no password is set")) {
			return List
				.of(refused("it was sent a password and has none (" + reply + ").", this.advice.needlessPassword()));
		}
		if (reply.contains("DB index") || reply.contains("'select' command")) {
			return List
				.of(refused("it does not let this user have the database (" + reply + ").", this.advice.database()));
		}
		return List.of();
	}

	private String fix(String reply) {
		String rule = MissingRights.rule(reply);
		return (rule != null) ? "Grant it: ACL SETUSER " + this.endpoint.user() + " " + rule : this.advice.other();
	}

	/** Where it is not known which server refused, it may be a sentinel. */
	private String credentials(String fix) {
		return this.endpoint.isKnown() ? fix
				: fix + " Sentinels have credentials of their own: spring.data.redis.sentinel.username and .password.";
	}

	private Finding refused(String reason, String fix) {
		return Finding.dangerous(this.endpoint + " refuses the connection, so locks cannot be acquired: " + reason,
				fix);
	}

	/**
	 * Compares the protocol of the client with that of the port. Takes seconds.
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
					this.endpoint + " speaks TLS, and the Redis client does not, so locks cannot be acquired.",
					this.advice.tlsOn()));
		}
		if (protocol == Protocol.PLAIN && this.endpoint.tls()) {
			return List.of(Finding.dangerous(
					"The Redis client speaks TLS, and " + this.endpoint + " does not, so locks cannot be acquired.",
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

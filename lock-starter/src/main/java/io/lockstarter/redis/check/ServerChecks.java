package io.lockstarter.redis.check;

import java.util.ArrayList;
import java.util.List;

import io.lockstarter.redis.RedisFailures;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.StoreException;
import io.lockstarter.store.StoreException.Outcome;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * All checks of one Redis. A question that the user has no right to ask is left out: few
 * rights are a virtue, and those that locks need are tried.
 */
public final class ServerChecks {

	private static final Logger logger = LoggerFactory.getLogger(ServerChecks.class);

	/** How often a connection is tried whose failure has lost its reason. */
	private static final int TRIES = 5;

	private final RedisConnectionFactory factory;

	private final Endpoint endpoint;

	private final ConnectionFindings connections;

	private final List<ServerCheck> checks;

	/**
	 * Creates the checks. Connects to nothing yet.
	 * @param factory the connection factory of the store
	 * @param store the store
	 * @param prefix what every key in Redis starts with
	 * @param advice what to change where there is no connection
	 */
	public ServerChecks(RedisConnectionFactory factory, LockStore store, String prefix, ConnectionAdvice advice) {
		this.factory = factory;
		this.endpoint = Endpoint.of(factory);
		this.connections = new ConnectionFindings(this.endpoint, advice);
		this.checks = List.of(new VersionCheck(), new EvictionCheck(), new MajorityCheck(),
				new TrialLockCheck(store, prefix, this.endpoint.user()));
	}

	/**
	 * Runs them, on the calling thread. Where the server does not let us in, no further
	 * check runs. A danger that was found is returned also if a later check fails.
	 * @return what was found, of all checks
	 * @throws StoreException if the server does not answer, or not now
	 */
	public List<Finding> run() {
		List<Finding> findings = new ArrayList<>(connect(TRIES));
		if (!findings.isEmpty()) {
			return findings;
		}
		for (ServerCheck check : this.checks) {
			try (RedisConnection connection = this.factory.getConnection()) {
				findings.addAll(check.check(connection));
			}
			catch (RuntimeException ex) {
				StoreException failure = translate(ex);
				List<Finding> denied = this.connections.denied(failure);
				if (!denied.isEmpty()) {
					findings.addAll(denied);
					return findings;
				}
				logger.debug("{} was left out: {}", check.getClass().getSimpleName(), failure.getMessage());
				if (failure.outcome() != Outcome.REFUSED) {
					return findings.stream().anyMatch(Finding::isDangerous) ? findings
							: this.connections.notConnected(failure);
				}
			}
		}
		return findings;
	}

	/** Tells a connection that is refused from a command that is. */
	private List<Finding> connect(int tries) {
		try {
			this.factory.getConnection().close();
			return List.of();
		}
		catch (RuntimeException ex) {
			return (tries > 1 && RedisFailures.hasLostItsReason(ex)) ? connect(tries - 1)
					: this.connections.notConnected(translate(ex));
		}
	}

	private static StoreException translate(RuntimeException ex) {
		return (ex instanceof StoreException failure) ? failure : RedisFailures.translate("check the Redis server", ex);
	}

	/**
	 * Looks at the port while the checks take long, past the client, which may wait for a
	 * minute. Takes up to three seconds, and longer if the name of the host is resolved
	 * slowly.
	 * @return whether the port answers, and what is wrong
	 */
	public PortReport lookAtPort() {
		return this.connections.lookAtPort();
	}

	/**
	 * Names the server.
	 * @return its name in a sentence
	 */
	public String server() {
		return this.endpoint.toString();
	}

}

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
 * Runs all checks of one Redis. A check is skipped if the Redis user may not run its
 * command. {@code TrialLockCheck} tests the permissions that locks need.
 */
public final class ServerChecks {

	private static final Logger logger = LoggerFactory.getLogger(ServerChecks.class);

	/** How often a connection is tried if its failure does not show the reason. */
	private static final int TRIES = 5;

	private final RedisConnectionFactory factory;

	private final LockStore store;

	private final Endpoint endpoint;

	private final ConnectionFindings connections;

	private final List<ServerCheck> checks;

	/**
	 * Creates the checks, without connecting.
	 * @param factory the connection factory of the store
	 * @param store the store
	 * @param prefix the prefix of every key in Redis
	 * @param advice the advice for connections that fail
	 */
	public ServerChecks(RedisConnectionFactory factory, LockStore store, String prefix, ConnectionAdvice advice) {
		this.factory = factory;
		this.store = store;
		this.endpoint = Endpoint.of(factory);
		this.connections = new ConnectionFindings(this.endpoint, advice);
		this.checks = List.of(new VersionCheck(), new EvictionCheck(), new MajorityCheck(),
				new TrialLockCheck(store, prefix, this.endpoint.user()));
	}

	/**
	 * Runs the checks on the calling thread. If the login fails, no further check runs. A
	 * dangerous finding is returned even if a later check fails.
	 * @return the findings of all checks
	 * @throws StoreException if the server does not answer now
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
				logger.debug("{} was skipped: {}", check.getClass().getSimpleName(), failure.getMessage());
				if (failure.outcome() != Outcome.REFUSED) {
					return findings.stream().anyMatch(Finding::isDangerous) ? findings
							: this.connections.notConnected(failure);
				}
			}
		}
		return findings;
	}

	/**
	 * Opens a connection for the commands of locks, if there is none. Jedis may have
	 * subscribed on the only connection of its pool.
	 */
	public void connect() {
		var unused = this.store.inspect(TrialLockCheck.newKey());
	}

	/** Connects first, to distinguish a refused connection from a refused command. */
	private List<Finding> connect(int tries) {
		try {
			this.factory.getConnection().close();
			return List.of();
		}
		catch (RuntimeException ex) {
			return (tries > 1 && RedisFailures.isReasonLost(ex)) ? connect(tries - 1)
					: this.connections.notConnected(translate(ex));
		}
	}

	private static StoreException translate(RuntimeException ex) {
		return (ex instanceof StoreException failure) ? failure : RedisFailures.translate("check the Redis server", ex);
	}

	/**
	 * Returns the advice in case that only the client or only the server uses TLS.
	 * @return the advice, as a sentence
	 */
	public String tlsAdvice() {
		return this.connections.tlsAdvice();
	}

	/**
	 * Returns the name of the server.
	 * @return its name for messages
	 */
	public String server() {
		return this.endpoint.toString();
	}

}

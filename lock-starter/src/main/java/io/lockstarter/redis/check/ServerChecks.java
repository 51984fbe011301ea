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

	private final RedisConnectionFactory factory;

	private final List<ServerCheck> checks;

	public ServerChecks(RedisConnectionFactory factory, LockStore store) {
		this.factory = factory;
		this.checks = List.of(new VersionCheck(), new EvictionCheck(), new MajorityCheck(), new TrialLockCheck(store));
	}

	/**
	 * Runs them, on the calling thread.
	 * @return what was found, of all checks
	 * @throws StoreException if the server does not answer, or not now
	 */
	public List<Finding> run() {
		List<Finding> findings = new ArrayList<>();
		this.checks.forEach((check) -> findings.addAll(run(check)));
		return findings;
	}

	private List<Finding> run(ServerCheck check) {
		try (RedisConnection connection = this.factory.getConnection()) {
			return check.check(connection);
		}
		catch (StoreException ex) {
			throw ex;
		}
		catch (RuntimeException ex) {
			StoreException failure = RedisFailures.translate("check the Redis server", ex);
			if (failure.outcome() != Outcome.REFUSED) {
				throw failure;
			}
			logger.debug("{} was left out: {}", check.getClass().getSimpleName(), failure.getMessage());
			return List.of();
		}
	}

}

package io.lockstarter.redis;

import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Checks after every acquire and renewal whether enough replicas have the lock.
 * {@code WAIT} counts only the writes of its own connection, and blocks later commands on
 * it. So each command uses a connection exclusively. Loaded only if Lettuce is present.
 */
final class AckingTransport implements RedisTransport {

	private static final Logger logger = LoggerFactory.getLogger(AckingTransport.class);

	private final LettuceConnectionFactory factory;

	private final DedicatedConnections connections;

	private final ReplicaAcks acks;

	private volatile boolean missing;

	AckingTransport(LettuceConnectionFactory factory, ReplicaAcks acks, RedisWorkers workers, ConnectionWait wait) {
		this.factory = factory;
		this.connections = new DedicatedConnections(factory, workers, wait);
		this.acks = acks;
	}

	@Override
	public @Nullable Boolean setIfAbsent(String lock, String token, long ttlMillis) {
		return call(lock, (calls) -> calls.setIfAbsent(lock, token, ttlMillis), Boolean::booleanValue);
	}

	@Override
	public <T> @Nullable T run(Script<T> script, List<String> keys, String... args) {
		return call(keys.get(0), (calls) -> calls.run(script, keys, args), script::gives);
	}

	private <T> @Nullable T call(String key, Function<LettuceCalls, @Nullable T> command, Predicate<T> gives) {
		return this.connections.with(key, (calls) -> LettuceTransport.translated(this.factory, calls, (same) -> {
			T reply = command.apply(same);
			if (reply != null && gives.test(reply)) {
				check(acknowledged(same));
			}
			return reply;
		}));
	}

	/**
	 * A failed WAIT must not count as a failure of the command before, which was applied.
	 */
	private long acknowledged(LettuceCalls calls) {
		try {
			return calls.acknowledged(this.acks.least(), this.acks.timeout().toMillis());
		}
		catch (RuntimeException ex) {
			throw new MissingAcksException(ex);
		}
	}

	private void check(long acknowledged) {
		boolean enough = acknowledged >= this.acks.least();
		if (!enough && this.acks.required()) {
			throw new MissingAcksException(acknowledged, this.acks);
		}
		if (!enough && !this.missing) {
			logger.warn("A failover may lose locks now: only {} of {} required replicas acknowledge them within {} ms",
					acknowledged, this.acks.least(), this.acks.timeout().toMillis());
		}
		this.missing = !enough;
	}

}

package io.lockstarter.redis;

import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Asks after every command that took or prolonged a lock whether enough replicas have it.
 * {@code WAIT} counts what its own connection has written, and holds up all that comes
 * behind it: so each command has a connection for itself meanwhile. Loaded only where
 * Lettuce is present.
 */
final class AckingWire implements Wire {

	private static final Logger logger = LoggerFactory.getLogger(AckingWire.class);

	private final LettuceConnectionFactory factory;

	private final DedicatedConnections connections;

	private final ReplicaAcks acks;

	private volatile boolean missing;

	AckingWire(LettuceConnectionFactory factory, ReplicaAcks acks, RedisWorkers workers, ConnectionWait wait) {
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
		return this.connections.with(key, (calls) -> LettuceWire.translated(this.factory, calls, (same) -> {
			T reply = command.apply(same);
			if (reply != null && gives.test(reply)) {
				check(acknowledged(same));
			}
			return reply;
		}));
	}

	/** Its failure must not count as that of the command before, which was applied. */
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
			logger.warn("Locks are not safe against a failover now: {} of {} replicas acknowledge them within {} ms",
					acknowledged, this.acks.least(), this.acks.timeout().toMillis());
		}
		this.missing = !enough;
	}

}

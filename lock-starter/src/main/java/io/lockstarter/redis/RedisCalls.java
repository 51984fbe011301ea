package io.lockstarter.redis;

import java.util.List;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

/**
 * Calls on one Redis: every key with the prefix, every failure translated, no reply taken
 * for one.
 */
final class RedisCalls {

	private final RedisConnectionFactory factory;

	private final String prefix;

	private final StringRedisTemplate template;

	private volatile @Nullable Topology topology;

	/**
	 * Prepares calls. Connects to nothing yet.
	 * @param factory gives the connections; none that a transaction has bound
	 * @param prefix what every key in Redis starts with
	 */
	RedisCalls(RedisConnectionFactory factory, String prefix) {
		this.factory = factory;
		this.prefix = prefix;
		this.template = new StringRedisTemplate(factory);
		// Otherwise every script call would go through a proxy made for it alone.
		this.template.setExposeConnection(true);
	}

	StringRedisTemplate template() {
		return this.template;
	}

	String name(String key) {
		return this.prefix + key;
	}

	<T> T run(String verb, Script<T> script, String key, Object... args) {
		return call(verb, key, () -> this.template.execute(script, List.of(name(key)), args));
	}

	<T> T call(String verb, String key, Supplier<@Nullable T> command) {
		T reply;
		try {
			reply = command.get();
		}
		catch (RuntimeException ex) {
			throw RedisFailures.translate(attempt(verb, key), ex);
		}
		if (reply == null) {
			// rule P: not "busy"
			throw RedisFailures.noReply(attempt(verb, key));
		}
		return reply;
	}

	private static String attempt(String verb, String key) {
		return verb + " lock '" + key + "'";
	}

	Topology topology() {
		Topology known = this.topology;
		if (known == null) {
			known = Topology.of(this.factory);
			this.topology = known;
		}
		return known;
	}

	/** For scripts: on a Cluster a PUBLISH does not tell how many hear it. */
	String cluster() {
		return (topology() == Topology.SINGLE) ? "0" : "1";
	}

}

package io.lockstarter.redis;

import java.util.List;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * Calls on one Redis: every key with the prefix, every failure translated, no reply taken
 * for one.
 */
final class RedisCalls {

	private final UnboundConnectionFactory factory;

	private final String prefix;

	private final Supplier<Wire> wire;

	private volatile @Nullable Topology topology;

	/**
	 * Prepares calls. Connects to nothing yet.
	 * @param factory gives the connections; none that a transaction has bound
	 * @param prefix what every key in Redis starts with
	 * @param wire the wire to use now
	 */
	RedisCalls(UnboundConnectionFactory factory, String prefix, Supplier<Wire> wire) {
		this.factory = factory;
		this.prefix = prefix;
		this.wire = wire;
	}

	String name(String key) {
		return this.prefix + key;
	}

	boolean setIfAbsent(String key, String token, long ttlMillis) {
		return call("acquire", key, () -> this.wire.get().setIfAbsent(name(key), token, ttlMillis));
	}

	<T> T run(String verb, Script<T> script, String key, String... args) {
		return run(verb, script, key, List.of(name(key)), args);
	}

	<T> T run(String verb, Script<T> script, String key, List<String> names, String... args) {
		return call(verb, key, () -> this.wire.get().run(script, names, args));
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

	static String attempt(String verb, String key) {
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

	/** For scripts: on a Cluster a node does not know all subscribers. */
	String cluster(String verb, String key) {
		Topology known = this.topology;
		if (known == null) {
			known = call(verb, key, this::topology);
		}
		return (known == Topology.SINGLE) ? "0" : "1";
	}

}

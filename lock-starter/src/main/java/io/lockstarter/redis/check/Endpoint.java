package io.lockstarter.redis.check;

import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisNode;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.util.ClassUtils;

/**
 * Names the port that a connection factory connects to.
 *
 * @param host the host; empty where it is not known, as behind Sentinel
 * @param port the port
 * @param tls whether the client speaks TLS
 * @param username the user; {@code null} for the default user
 */
record Endpoint(String host, int port, boolean tls, @Nullable String username) {

	static Endpoint of(RedisConnectionFactory factory) {
		if (isPresent("io.lettuce.core.RedisClient") && factory instanceof LettuceConnectionFactory lettuce) {
			boolean tls = lettuce.isUseSsl();
			RedisClusterConfiguration cluster = lettuce.getClusterConfiguration();
			if (cluster != null) {
				return of(cluster, tls);
			}
			RedisConfiguration sentinel = lettuce.getSentinelConfiguration();
			return (sentinel != null) ? of(sentinel, tls) : new Endpoint(lettuce.getHostName(), lettuce.getPort(), tls,
					username(lettuce.getStandaloneConfiguration()));
		}
		if (isPresent("redis.clients.jedis.Jedis") && factory instanceof JedisConnectionFactory jedis) {
			boolean tls = jedis.isUseSsl();
			RedisClusterConfiguration cluster = jedis.getClusterConfiguration();
			if (cluster != null) {
				return of(cluster, tls);
			}
			RedisConfiguration sentinel = jedis.getSentinelConfiguration();
			return (sentinel != null) ? of(sentinel, tls) : new Endpoint(jedis.getHostName(), jedis.getPort(), tls,
					username(jedis.getStandaloneConfiguration()));
		}
		return new Endpoint("", 0, false, null);
	}

	private static Endpoint of(RedisConfiguration configuration, boolean tls) {
		String username = username(configuration);
		if (configuration instanceof RedisClusterConfiguration cluster && !cluster.getClusterNodes().isEmpty()) {
			RedisNode node = cluster.getClusterNodes().iterator().next();
			String host = node.getHost();
			Integer port = node.getPort();
			if (host != null && port != null) {
				return new Endpoint(host, port, tls, username);
			}
		}
		return new Endpoint("", 0, tls, username);
	}

	private static @Nullable String username(@Nullable RedisConfiguration configuration) {
		return (configuration instanceof RedisConfiguration.WithAuthentication user) ? user.getUsername() : null;
	}

	private static boolean isPresent(String client) {
		return ClassUtils.isPresent(client, Endpoint.class.getClassLoader());
	}

	boolean isKnown() {
		return !this.host.isEmpty();
	}

	/** How a sentence names the server. */
	@Override
	public String toString() {
		return isKnown() ? "Redis " + this.host + ":" + this.port : "Redis";
	}

}

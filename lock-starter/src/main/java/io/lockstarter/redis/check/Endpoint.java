package io.lockstarter.redis.check;

import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisNode;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Holds the address that a connection factory connects to.
 *
 * @param host the host; empty if it is not known, as behind Sentinel, or if there is
 * none, as with a Unix socket
 * @param port the port
 * @param tls whether the client uses TLS
 * @param username the user; {@code null} for the default user
 */
record Endpoint(String host, int port, boolean tls, @Nullable String username) {

	static Endpoint of(RedisConnectionFactory factory) {
		if (isPresent("io.lettuce.core.RedisClient") && factory instanceof LettuceConnectionFactory lettuce) {
			return of(configuration(lettuce), lettuce.isUseSsl());
		}
		if (isPresent("redis.clients.jedis.Jedis") && factory instanceof JedisConnectionFactory jedis) {
			RedisConfiguration special = firstOf(jedis.getClusterConfiguration(), jedis.getSentinelConfiguration());
			return of((special != null) ? special : jedis.getStandaloneConfiguration(), jedis.isUseSsl());
		}
		return new Endpoint("", 0, false, null);
	}

	/**
	 * Returns the configuration in use. Lettuce's factory has a standalone configuration
	 * of localhost:6379 even if it uses another one, and there is no getter for static
	 * master/replica. So this method reads the field.
	 */
	private static @Nullable RedisConfiguration configuration(LettuceConnectionFactory factory) {
		RedisConfiguration special = firstOf(factory.getClusterConfiguration(), factory.getSentinelConfiguration(),
				factory.getSocketConfiguration());
		if (special != null) {
			return special;
		}
		RedisStandaloneConfiguration standalone = factory.getStandaloneConfiguration();
		try {
			Field field = ReflectionUtils.findField(LettuceConnectionFactory.class, "configuration");
			if (field != null) {
				ReflectionUtils.makeAccessible(field);
				return (RedisConfiguration) ReflectionUtils.getField(field, factory);
			}
		}
		catch (RuntimeException ex) {
			// Not accessible, as in a module. Then the default configuration counts as
			// unknown.
		}
		return standalone.equals(new RedisStandaloneConfiguration()) ? null : standalone;
	}

	private static @Nullable RedisConfiguration firstOf(@Nullable RedisConfiguration... configurations) {
		return Arrays.stream(configurations).filter(Objects::nonNull).findFirst().orElse(null);
	}

	private static Endpoint of(@Nullable RedisConfiguration configuration, boolean tls) {
		String username = username(configuration);
		if (configuration instanceof RedisStandaloneConfiguration standalone) {
			return new Endpoint(standalone.getHostName(), standalone.getPort(), tls, username);
		}
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

	/** Returns the user that needs the permissions. */
	String user() {
		return (this.username != null && !this.username.isEmpty()) ? this.username : "default";
	}

	boolean isKnown() {
		return !this.host.isEmpty();
	}

	/** Returns the name of the server for messages. */
	@Override
	public String toString() {
		return isKnown() ? "Redis " + this.host + ":" + this.port : "Redis";
	}

}

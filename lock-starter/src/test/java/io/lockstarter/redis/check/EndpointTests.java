package io.lockstarter.redis.check;

import org.junit.jupiter.api.Test;

import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisSocketConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.RedisStaticMasterReplicaConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;

class EndpointTests {

	@Test
	void standaloneServerIsNamed() {
		RedisStandaloneConfiguration server = new RedisStandaloneConfiguration("redis.example", 6380);
		server.setUsername("app");
		for (RedisConnectionFactory factory : new RedisConnectionFactory[] { new LettuceConnectionFactory(server),
				new JedisConnectionFactory(server) }) {
			Endpoint endpoint = Endpoint.of(factory);
			assertThat(endpoint).hasToString("Redis redis.example:6380");
			assertThat(endpoint.username()).isEqualTo("app");
		}
		assertThat(Endpoint.of(new LettuceConnectionFactory())).hasToString("Redis localhost:6379");
	}

	/** Lettuce reports localhost:6379 as host and port here. */
	@Test
	void staticMasterReplicaIsNotLocalhost() {
		RedisStaticMasterReplicaConfiguration servers = new RedisStaticMasterReplicaConfiguration("master", 6380);
		servers.addNode("replica", 6380);
		servers.setUsername("app");
		Endpoint endpoint = Endpoint.of(new LettuceConnectionFactory(servers));
		assertThat(endpoint.isKnown()).isFalse();
		assertThat(endpoint.username()).isEqualTo("app");
	}

	@Test
	void unixSocketIsNotLocalhost() {
		RedisSocketConfiguration socket = new RedisSocketConfiguration("other.sock");
		socket.setUsername("app");
		Endpoint endpoint = Endpoint.of(new LettuceConnectionFactory(socket));
		assertThat(endpoint.isKnown()).isFalse();
		assertThat(endpoint.username()).isEqualTo("app");
	}

	@Test
	void sentinelHasAUserButNoAddress() {
		RedisSentinelConfiguration sentinel = new RedisSentinelConfiguration().master("m").sentinel("s", 26379);
		sentinel.setUsername("app");
		Endpoint endpoint = Endpoint.of(new LettuceConnectionFactory(sentinel));
		assertThat(endpoint.isKnown()).isFalse();
		assertThat(endpoint.username()).isEqualTo("app");
	}

}

package io.lockstarter.autoconfigure;

import java.util.Set;

import io.lockstarter.embedded.EmbeddedRedis;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

/** Runs a server, and accesses its keys independently of the application. */
final class ObservedRedis implements AutoCloseable {

	private final EmbeddedRedis server = EmbeddedRedis.start();

	private final LettuceConnectionFactory connections;

	private final StringRedisTemplate template;

	ObservedRedis() {
		this.connections = new LettuceConnectionFactory(this.server.host(), this.server.port());
		this.connections.afterPropertiesSet();
		this.connections.start();
		this.template = new StringRedisTemplate(this.connections);
	}

	EmbeddedRedis server() {
		return this.server;
	}

	Set<String> keys() {
		return this.template.keys("*");
	}

	void put(String key, String value) {
		this.template.opsForValue().set(key, value);
	}

	void delete(String key) {
		this.template.delete(key);
	}

	@Override
	public void close() {
		this.connections.destroy();
		this.server.close();
	}

}

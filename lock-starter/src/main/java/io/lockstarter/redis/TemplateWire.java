package io.lockstarter.redis;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

/** By Spring's template, with any client. */
final class TemplateWire implements Wire {

	private final StringRedisTemplate template;

	TemplateWire(RedisConnectionFactory factory) {
		this.template = new StringRedisTemplate(factory);
		// Otherwise every script call would go through a proxy made for it alone.
		this.template.setExposeConnection(true);
	}

	@Override
	public @Nullable Boolean setIfAbsent(String lock, String token, long ttlMillis) {
		return this.template.opsForValue().setIfAbsent(lock, token, Duration.ofMillis(ttlMillis));
	}

	@Override
	public <T> @Nullable T run(Script<T> script, List<String> keys, String... args) {
		return this.template.execute(script, keys, (Object[]) args);
	}

}

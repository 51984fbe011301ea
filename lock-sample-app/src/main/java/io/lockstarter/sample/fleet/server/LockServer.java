package io.lockstarter.sample.fleet.server;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

import io.lockstarter.embedded.EmbeddedRedis;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/**
 * Provides the Redis of all instances: the configured one, or an embedded one. The
 * embedded Redis ends after the instances, so that they can release their locks at
 * shutdown.
 */
@Component
public class LockServer implements DisposableBean {

	private static final Logger logger = LoggerFactory.getLogger(LockServer.class);

	private final @Nullable EmbeddedRedis embedded;

	private final Map<String, String> settings = new HashMap<>();

	private final String text;

	LockServer(Environment environment, ObjectProvider<DataRedisConnectionDetails> connection) {
		DataRedisConnectionDetails details = connection.getIfAvailable();
		if (details != null && details.getStandalone() != null) {
			this.embedded = null;
			this.text = set(details.getStandalone().getHost(), details.getStandalone().getPort());
		}
		else if (ConfiguredRedis.in(environment)) {
			this.embedded = null;
			this.text = RedisDescription.of(environment);
		}
		else {
			EmbeddedRedis redis = EmbeddedRedis.start();
			logger.info("Started an embedded Redis on {}:{}, pid {}; to use your own, set spring.data.redis.host",
					redis.host(), redis.port(), redis.pid());
			this.embedded = redis;
			this.text = "embedded, " + set(redis.host(), redis.port());
		}
	}

	private String set(String host, int port) {
		this.settings.put("SPRING_DATA_REDIS_HOST", host);
		this.settings.put("SPRING_DATA_REDIS_PORT", Integer.toString(port));
		return host + ":" + port;
	}

	/** Returns the environment variables that configure an instance. */
	public Map<String, String> settings() {
		return this.settings;
	}

	/** Returns the name and address of Redis for the page. */
	public String text() {
		return this.text;
	}

	/** Returns true if the launcher started this Redis and may restart it. */
	public boolean isEmbedded() {
		return this.embedded != null;
	}

	/** Kills Redis, as a crash would, and starts it again without its data. */
	public void crash(Duration down) throws InterruptedException {
		if (this.embedded == null) {
			throw new IllegalStateException("Only the embedded Redis can be restarted; this is " + this.text);
		}
		this.embedded.kill();
		try {
			Thread.sleep(down.toMillis());
		}
		finally {
			this.embedded.restart();
		}
	}

	@Override
	public void destroy() {
		if (this.embedded != null) {
			this.embedded.close();
		}
	}

}

package io.lockstarter.sample.fleet;

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
 * The Redis of all instances: the one that was given, or one that is started for them and
 * that lasts until they are gone, so that locks can still be released at shutdown.
 */
@Component
class LockServer implements DisposableBean {

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
		else if (GivenRedis.in(environment)) {
			this.embedded = null;
			this.text = RedisText.of(environment);
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

	/** Environment variables by which an instance finds it. */
	Map<String, String> settings() {
		return this.settings;
	}

	/** Its name and address, for humans. */
	String text() {
		return this.text;
	}

	/** Whether it is ours to restart. */
	boolean isOurs() {
		return this.embedded != null;
	}

	/** Ends it as a crash would, and starts it again without its data. */
	void crash(Duration down) throws InterruptedException {
		if (this.embedded == null) {
			throw new IllegalStateException("This Redis is not ours: " + this.text);
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

package io.lockstarter.sample.fleet.server;

import java.net.URI;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.data.redis.autoconfigure.DataRedisProperties;
import org.springframework.core.env.Environment;

/** Describes the configured Redis, without user name and password. */
final class RedisDescription {

	private RedisDescription() {
	}

	static String of(Environment environment) {
		DataRedisProperties redis = Binder.get(environment)
			.bindOrCreate("spring.data.redis", DataRedisProperties.class);
		if (redis.getSentinel() != null && redis.getSentinel().getNodes() != null) {
			return "Sentinel " + String.join(",", redis.getSentinel().getNodes());
		}
		if (redis.getCluster() != null && redis.getCluster().getNodes() != null) {
			return "Cluster " + String.join(",", redis.getCluster().getNodes());
		}
		if (redis.getMasterreplica() != null && redis.getMasterreplica().getNodes() != null) {
			return String.join(",", redis.getMasterreplica().getNodes());
		}
		if (redis.getUrl() != null) {
			URI url = URI.create(redis.getUrl());
			return url.getHost() + ((url.getPort() != -1) ? ":" + url.getPort() : "");
		}
		return redis.getHost() + ":" + redis.getPort();
	}

}

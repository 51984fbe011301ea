package io.lockstarter.sample;

import java.util.List;
import java.util.stream.Collectors;

import io.lockstarter.embedded.EmbeddedRedis;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails.Node;
import org.springframework.stereotype.Component;

/** Names the Redis that this application uses; never a user name or a password. */
@Component
final class RedisInUse {

	private final @Nullable EmbeddedRedis embedded;

	private final DataRedisConnectionDetails details;

	RedisInUse(ObjectProvider<EmbeddedRedis> embedded, DataRedisConnectionDetails details) {
		this.embedded = embedded.getIfAvailable();
		this.details = details;
	}

	String text() {
		if (this.embedded != null) {
			return "embedded, " + this.embedded.host() + ":" + this.embedded.port();
		}
		if (this.details.getSentinel() != null) {
			return "Sentinel " + nodes(this.details.getSentinel().getNodes());
		}
		if (this.details.getCluster() != null) {
			return "Cluster " + nodes(this.details.getCluster().getNodes());
		}
		if (this.details.getMasterReplica() != null) {
			return nodes(this.details.getMasterReplica().getNodes());
		}
		DataRedisConnectionDetails.Standalone standalone = this.details.getStandalone();
		return (standalone != null) ? standalone.getHost() + ":" + standalone.getPort() : "as configured";
	}

	private static String nodes(List<Node> nodes) {
		return nodes.stream().map((node) -> node.host() + ":" + node.port()).collect(Collectors.joining(","));
	}

}

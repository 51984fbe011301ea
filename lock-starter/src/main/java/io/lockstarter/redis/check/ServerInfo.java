package io.lockstarter.redis.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisClusterConnection;
import org.springframework.data.redis.connection.RedisClusterNode;
import org.springframework.data.redis.connection.RedisConnection;

/**
 * Holds the INFO reply of one server.
 *
 * @param server the name of the server for messages
 * @param fields the fields of the requested section
 */
record ServerInfo(String server, Properties fields) {

	/** Asks the server, or each master of a cluster except those marked as failed. */
	static List<ServerInfo> of(RedisConnection connection, String section) {
		List<ServerInfo> all = new ArrayList<>();
		if (connection instanceof RedisClusterConnection cluster) {
			for (RedisClusterNode node : cluster.clusterGetNodes()) {
				if (node.isMaster() && !node.isMarkedAsFail()) {
					add(all, "Redis " + node.asString(), cluster.serverCommands().info(node, section));
				}
			}
		}
		else {
			add(all, "Redis", connection.serverCommands().info(section));
		}
		return all;
	}

	private static void add(List<ServerInfo> all, String server, @Nullable Properties fields) {
		if (fields != null) {
			all.add(new ServerInfo(server, fields));
		}
	}

	/** Returns a field; empty if the server does not report it. */
	String field(String name) {
		return this.fields.getProperty(name, "");
	}

}

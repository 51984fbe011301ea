package io.lockstarter.redis.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisClusterConnection;
import org.springframework.data.redis.connection.RedisClusterNode;
import org.springframework.data.redis.connection.RedisConnection;

/**
 * What INFO says of one server.
 *
 * @param server names it in a sentence
 * @param fields the fields of the section that was asked for
 */
record ServerInfo(String server, Properties fields) {

	/** Asks the server, or each master of a cluster that is not known to have failed. */
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

	/** A field; empty where the server does not tell it. */
	String field(String name) {
		return this.fields.getProperty(name, "");
	}

}

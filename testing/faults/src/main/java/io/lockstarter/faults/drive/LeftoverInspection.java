package io.lockstarter.faults.drive;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.lockstarter.embedded.EmbeddedRedis;
import io.lockstarter.embedded.resp.RespFrame;
import io.lockstarter.faults.history.Event;
import io.lockstarter.faults.history.History;
import io.lockstarter.faults.history.Kind;

/**
 * Finds keys, connections and subscriptions that are left in the lock servers after the
 * run.
 */
final class LeftoverInspection {

	private static final int TIMEOUT = 10_000;

	private final List<EmbeddedRedis> servers;

	private final History history;

	LeftoverInspection(List<EmbeddedRedis> servers, History history) {
		this.servers = servers;
		this.history = history;
	}

	void inspect(Duration ttl) {
		this.servers.forEach((server) -> {
			Pause.until((int) ttl.toMillis() + 1000, () -> locks(server).isEmpty());
			report(server, "key", locks(server));
			report(server, "key", withoutExpiry(server));
			Pause.until(TIMEOUT, () -> connections(server).isEmpty());
			report(server, "connection", connections(server));
			report(server, "subscription", texts(server.command("PUBSUB", "CHANNELS", "lock:*")));
		});
	}

	private static List<String> locks(EmbeddedRedis server) {
		// The counters of fencing numbers outlive the locks on purpose.
		return keys(server).stream().filter((key) -> !key.contains("~fence")).toList();
	}

	private static List<String> withoutExpiry(EmbeddedRedis server) {
		return keys(server).stream().filter((key) -> server.command("PTTL", key).text().equals("-1")).toList();
	}

	private static List<String> keys(EmbeddedRedis server) {
		return texts(server.command("KEYS", "lock:*"));
	}

	private static List<String> texts(RespFrame list) {
		return list.items().stream().map(RespFrame::text).toList();
	}

	/**
	 * Returns all connections except this one and those of sentinels, masters and
	 * replicas.
	 */
	private static List<String> connections(EmbeddedRedis server) {
		List<String> connections = new ArrayList<>();
		server.command("CLIENT", "LIST").text().lines().forEach((line) -> {
			boolean known = line.contains("cmd=client|list") || line.contains("name=sentinel-")
					|| line.matches(".*flags=[A-Za-z]*[MS].*");
			if (!known) {
				connections.add(line);
			}
		});
		return connections;
	}

	private void report(EmbeddedRedis server, String what, List<String> names) {
		names
			.forEach((name) -> this.history.add(Event.of(System.nanoTime(), Kind.LEFTOVER, Event.NONE, server.address())
				.with("what", what)
				.with("name", name)));
	}

}

package io.lockstarter.faults.drive;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.lockstarter.embedded.EmbeddedRedis;
import io.lockstarter.embedded.resp.RespConnection;
import io.lockstarter.faults.history.Event;
import io.lockstarter.faults.history.History;
import io.lockstarter.faults.history.Kind;

/**
 * Records when more servers than should take themselves for a master, planned or not: a
 * server that was frozen goes on as the master until the others reach it. A lock that a
 * client acquires then may be known to one of them only.
 */
final class SplitWatch implements AutoCloseable {

	private static final Duration TIMEOUT = Duration.ofMillis(100);

	private static final long INTERVAL = 20;

	private final Map<EmbeddedRedis, RespConnection> connections = new HashMap<>();

	/** Those that said last that they are. A frozen one may go on as it was. */
	private final Set<EmbeddedRedis> masters = new HashSet<>();

	private final Thread thread = new Thread(this::watch, "split-watch");

	private final List<EmbeddedRedis> servers;

	private final int normal;

	private final History history;

	private volatile boolean closed;

	/**
	 * Begins to watch.
	 * @param servers all that can be a master
	 * @param normal how many of them should be one
	 * @param history where it is recorded
	 */
	SplitWatch(List<EmbeddedRedis> servers, int normal, History history) {
		this.servers = List.copyOf(servers);
		this.normal = normal;
		this.history = history;
		this.thread.setDaemon(true);
		this.thread.start();
	}

	private void watch() {
		long lastNormal = System.nanoTime();
		boolean split = false;
		while (!this.closed || split) {
			long now = System.nanoTime();
			this.servers.forEach(this::ask);
			boolean before = split;
			split = this.masters.size() > this.normal && !this.closed;
			if (before && !split) {
				this.history
					.add(Event.of(System.nanoTime(), Kind.SPLIT, Event.NONE, Event.NONE).with("from", lastNormal));
			}
			lastNormal = split ? lastNormal : now;
			Pause.millis(INTERVAL);
		}
		this.connections.values().forEach(SplitWatch::end);
	}

	private void ask(EmbeddedRedis server) {
		try {
			RespConnection connection = this.connections.get(server);
			if (connection == null) {
				connection = RespConnection.open(server.host(), server.port(), TIMEOUT);
				this.connections.put(server, connection);
			}
			if (connection.call("ROLE").items().get(0).text().equals("master")) {
				this.masters.add(server);
			}
			else {
				this.masters.remove(server);
			}
		}
		catch (SocketTimeoutException ex) {
			// A reply that comes later would be taken for the next one.
			forget(server);
		}
		catch (IOException | RuntimeException ex) {
			forget(server);
			if (!server.isAlive()) {
				this.masters.remove(server);
			}
		}
	}

	private void forget(EmbeddedRedis server) {
		RespConnection connection = this.connections.remove(server);
		if (connection != null) {
			end(connection);
		}
	}

	private static void end(RespConnection connection) {
		try {
			connection.close();
		}
		catch (IOException ex) {
			// It has ended.
		}
	}

	/** Returns when all its connections have ended. */
	@Override
	public void close() {
		this.closed = true;
		try {
			this.thread.join();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}

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
 * Records each time at which more servers than normal are masters. For example, a frozen
 * master stays a master after it is resumed, until the others reach it. Only one of the
 * masters may know a lock that is acquired then.
 */
final class SplitBrainWatch implements AutoCloseable {

	private static final Duration TIMEOUT = Duration.ofMillis(100);

	private static final long INTERVAL = 20;

	private final Map<EmbeddedRedis, RespConnection> connections = new HashMap<>();

	/** The servers whose last reply was "master". A frozen server keeps its role. */
	private final Set<EmbeddedRedis> masters = new HashSet<>();

	private final Thread thread = new Thread(this::watch, "split-watch");

	private final List<EmbeddedRedis> servers;

	private final int normal;

	private final History history;

	private volatile boolean closed;

	/**
	 * Starts to watch.
	 * @param servers all servers that can be a master
	 * @param normal the normal number of masters
	 * @param history records the times
	 */
	SplitBrainWatch(List<EmbeddedRedis> servers, int normal, History history) {
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
		this.connections.values().forEach(SplitBrainWatch::end);
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
			// A late reply would be read as the reply to the next command.
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
			// The connection has ended already.
		}
	}

	/** Waits until all connections are closed. */
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

package io.lockstarter.redlock;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.lockstarter.store.MonotonicClock;
import io.lockstarter.store.MonotonicTimer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps one node connected. It reconnects at once after the loss of a connection that
 * lasted, and after a pause if the connection was short or failed. The node receives a
 * connection only after the link has checked whether the server was restarted.
 */
final class NodeLink {

	/** The shortest pause, also before a silent node is checked again. */
	static final long SHORTEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(100);

	static final long LONGEST_PAUSE = TimeUnit.SECONDS.toNanos(1);

	private static final Logger logger = LoggerFactory.getLogger(NodeLink.class);

	private static final long INFO_TIMEOUT = TimeUnit.SECONDS.toNanos(1);

	private final NodeUri uri;

	private final NodeConnector connector;

	private final MonotonicClock clock;

	private final MonotonicTimer timer;

	private final Restarts restarts;

	private final Node node;

	private final CompletableFuture<Void> triedOnce = new CompletableFuture<>();

	private long connectedAt;

	/** The number of consecutive failed attempts. */
	private int failures;

	NodeLink(NodeUri uri, NodeConnector connector, MonotonicClock clock, MonotonicTimer timer, Restarts restarts,
			Node node) {
		this.uri = uri;
		this.connector = connector;
		this.clock = clock;
		this.timer = timer;
		this.restarts = restarts;
		this.node = node;
		this.connectedAt = clock.nanos() - LONGEST_PAUSE;
	}

	/**
	 * Returns a future that ends with the first attempt to connect, successful or not.
	 */
	CompletableFuture<Void> triedOnce() {
		return this.triedOnce;
	}

	void connect() {
		try {
			var unused = this.connector.connect(this.uri).whenComplete((opened, failed) -> {
				if (opened != null) {
					opened(opened);
				}
				else {
					unreachable(failed);
				}
			});
		}
		catch (RuntimeException ex) {
			unreachable(ex);
		}
	}

	private void opened(NodeConnection opened) {
		opened.onEnd(() -> lost(opened, new NotSentException("the connection was lost", null)));
		CompletableFuture<@Nullable String> info = opened.info();
		Runnable timeOut = this.timer.at(this.clock.nanos() + INFO_TIMEOUT, () -> info.complete(null));
		var unused = info.whenComplete((reply, failed) -> {
			timeOut.run();
			// Without the permission for INFO, restarts are not detected.
			if (reply != null || (failed != null && opened.isOpen())) {
				ready(opened, reply);
			}
			else {
				opened.close();
				unreachable((failed != null) ? failed : new NotSentException("no answer to INFO", null));
			}
		});
	}

	private void ready(NodeConnection opened, @Nullable String info) {
		synchronized (this) {
			long now = this.clock.nanos();
			if (this.restarts.connected(info, now)) {
				logger
					.warn("Redlock node {} was restarted and may have forgotten locks. It is not used to acquire locks "
							+ "until these have expired", this.uri);
			}
			if (this.failures > 0) {
				logger.info("Redlock node {} is connected again", this.uri);
			}
			this.failures = 0;
			this.connectedAt = now;
		}
		this.node.connected(opened);
		this.triedOnce.complete(null);
		if (!opened.isOpen()) {
			lost(opened, new NotSentException("the connection was lost", null));
		}
	}

	/**
	 * Gives up a connection if the node still uses it.
	 * @param ended the connection
	 * @param cause the reason
	 */
	void lost(NodeConnection ended, Throwable cause) {
		if (!this.node.disconnected(ended)) {
			return;
		}
		boolean early;
		synchronized (this) {
			early = this.clock.nanos() - this.connectedAt < LONGEST_PAUSE;
		}
		if (!this.connector.isClosed()) {
			ended.close();
		}
		if (this.connector.isClosed() || early) {
			unreachable(cause);
		}
		else {
			connect();
		}
	}

	private void unreachable(Throwable cause) {
		int before;
		synchronized (this) {
			before = this.failures++;
		}
		this.node.unreachable(cause);
		this.triedOnce.complete(null);
		if (!this.connector.isClosed()) {
			if (before == 0) {
				logger.warn("Redlock node {} is unreachable. The connection is retried at intervals: {}", this.uri,
						NotSentException.notConnected(cause).getMessage());
			}
			long pause = Math.min(SHORTEST_PAUSE << Math.min(before, 10), LONGEST_PAUSE);
			this.timer.at(this.clock.nanos() + pause, () -> {
				if (!this.connector.isClosed()) {
					connect();
				}
			});
		}
	}

}

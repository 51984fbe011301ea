package io.lockstarter.redlock;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.lettuce.core.RedisException;
import io.lockstarter.store.MonotonicTimer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * 67: checks that a queued command is not sent to a node that was restarted.
 */
class QueuedForRestartedNodeTests {

	private static final long TTL = 5000;

	private final List<Connection> connections = new ArrayList<>();

	private final List<CompletableFuture<NodeConnection>> connecting = new ArrayList<>();

	private long now = Duration.ofSeconds(10).toNanos();

	private final MonotonicTimer noTimer = (time, task) -> () -> {
	};

	private final RedlockCommands commands = commands();

	private RedlockCommands commands() {
		List<NodeUri> uris = List.of(NodeUri.parse("redis://a"), NodeUri.parse("redis://b"),
				NodeUri.parse("redis://c"));
		NodeConnector connector = new NodeConnector() {

			@Override
			public CompletionStage<NodeConnection> connect(NodeUri node) {
				CompletableFuture<NodeConnection> opened = new CompletableFuture<>();
				QueuedForRestartedNodeTests.this.connecting.add(opened);
				return opened;
			}

			@Override
			public boolean isClosed() {
				return false;
			}

		};
		return new RedlockCommands(
				new RedlockSettings(uris, Duration.ofSeconds(1), 0.01, "lock:", Duration.ofMillis(TTL)), new Quorum(3),
				connector, () -> this.now, this.noTimer);
	}

	private void open(String runId) {
		List<CompletableFuture<NodeConnection>> opened = List.copyOf(this.connecting);
		this.connecting.clear();
		this.connections.clear();
		for (CompletableFuture<NodeConnection> one : opened) {
			Connection connection = new Connection(runId);
			this.connections.add(connection);
			one.complete(connection);
		}
	}

	@Test
	void queuedCommandIsNotSentToARestartedNode() {
		open("first");
		this.now += Duration.ofSeconds(2).toNanos();
		List.copyOf(this.connections).forEach(Connection::end);
		CompletableFuture<Boolean> acquired = this.commands.acquire("k", "i:1", TTL, this.noTimer);
		assertThat(acquired).as("it waits for the connections").isNotDone();
		open("second");
		assertThat(this.connections).hasSize(3).allSatisfy((connection) -> assertThat(connection.sets).isEmpty());
		assertThat(acquired).isCompletedExceptionally();
	}

	@Test
	void queuedCommandIsSentToANodeThatWasNotRestarted() {
		open("first");
		this.now += Duration.ofSeconds(2).toNanos();
		List.copyOf(this.connections).forEach(Connection::end);
		CompletableFuture<Boolean> acquired = this.commands.acquire("k", "i:1", TTL, this.noTimer);
		open("first");
		assertThat(acquired).isCompletedWithValue(true);
	}

	/** Answers at once. */
	private static final class Connection implements NodeConnection {

		private final String runId;

		private final List<String> sets = new ArrayList<>();

		private Runnable onEnd = () -> {
		};

		private boolean open = true;

		Connection(String runId) {
			this.runId = runId;
		}

		void end() {
			this.open = false;
			this.onEnd.run();
		}

		@Override
		public CompletableFuture<Boolean> set(String key, String value, long millis, boolean onlyIfAbsent) {
			this.sets.add(key);
			return CompletableFuture.completedFuture(true);
		}

		@Override
		public <T> CompletableFuture<T> evalsha(NodeScript<T> script, String[] keys, String[] args) {
			return CompletableFuture.failedFuture(new RedisException("not expected"));
		}

		@Override
		public <T> CompletableFuture<T> eval(NodeScript<T> script, String[] keys, String[] args) {
			return CompletableFuture.failedFuture(new RedisException("not expected"));
		}

		@Override
		public CompletableFuture<@Nullable String> info() {
			return CompletableFuture.completedFuture("run_id:" + this.runId);
		}

		@Override
		public void onEnd(Runnable task) {
			this.onEnd = task;
		}

		@Override
		public boolean isOpen() {
			return this.open;
		}

		@Override
		public void close() {
			this.open = false;
		}

	}

}

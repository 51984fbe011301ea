package io.lockstarter.redlock;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.lockstarter.store.Contention;
import io.lockstarter.store.MonotonicTimer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Checks that a token is not used on a node before its release was sent there. */
class MinorityCleanupTests {

	private static final long TTL = 5000;

	private final List<Connection> nodes = new ArrayList<>();

	private final List<Runnable> timeOuts = new ArrayList<>();

	private final MonotonicTimer timer = (time, task) -> {
		this.timeOuts.add(task);
		return () -> this.timeOuts.remove(task);
	};

	private final RedlockCommands commands = new RedlockCommands(
			new RedlockSettings(
					List.of(NodeUri.parse("redis://a"), NodeUri.parse("redis://b"), NodeUri.parse("redis://c")),
					Duration.ofSeconds(1), 0.01, "lock:", Duration.ofMillis(TTL)),
			new Quorum(3), connector(), () -> 0, this.timer);

	private NodeConnector connector() {
		return new NodeConnector() {

			@Override
			public CompletionStage<NodeConnection> connect(NodeUri node) {
				Connection connection = new Connection();
				MinorityCleanupTests.this.nodes.add(connection);
				return CompletableFuture.completedFuture(connection);
			}

			@Override
			public boolean isClosed() {
				return false;
			}

		};
	}

	/** Two nodes report another holder. The third node does not answer yet. */
	@Test
	void nodeWithAnUnansweredAttemptIsNotAskedAgain() {
		CompletableFuture<Boolean> acquired = this.commands.acquire("k", "i:1", TTL, this.timer);
		this.nodes.get(0).sets.get(0).complete(false);
		this.nodes.get(1).sets.get(0).complete(false);
		assertThat(acquired).isCompletedWithValue(false);
		for (int attempt = 0; attempt < 2; attempt++) {
			CompletableFuture<Contention> contention = this.commands.contend("k", "i:1", TTL, false, this.timer);
			assertThat(contention).as("it waits for the clean-up").isNotDone();
			List.copyOf(this.timeOuts).forEach(Runnable::run);
			assertThat(contention).isCompletedWithValueMatching((outcome) -> outcome.holder() != null);
		}
		assertThat(this.nodes.get(0).scripts).hasSize(2);
		assertThat(this.nodes.get(2).scripts).as("sent to the third node").isEmpty();
		this.nodes.get(2).sets.get(0).complete(true);
		assertThat(this.nodes.get(2).scripts).containsExactly(NodeScript.RELEASE);
	}

	/** Reports another holder. The test completes the reply to {@code SET}. */
	private static final class Connection implements NodeConnection {

		private final List<CompletableFuture<Boolean>> sets = new ArrayList<>();

		private final List<NodeScript<?>> scripts = new ArrayList<>();

		@Override
		public CompletableFuture<Boolean> set(String key, String value, long millis, boolean onlyIfAbsent) {
			CompletableFuture<Boolean> reply = new CompletableFuture<>();
			this.sets.add(reply);
			return reply;
		}

		@Override
		@SuppressWarnings("unchecked")
		public <T> CompletableFuture<T> evalsha(NodeScript<T> script, String[] keys, String[] args) {
			this.scripts.add(script);
			Object reply = (script == NodeScript.CONTEND) ? List.of("other", 1000L, 0L) : List.of(1L);
			return CompletableFuture.completedFuture((T) reply);
		}

		@Override
		public <T> CompletableFuture<T> eval(NodeScript<T> script, String[] keys, String[] args) {
			return evalsha(script, keys, args);
		}

		@Override
		public CompletableFuture<@Nullable String> info() {
			return CompletableFuture.completedFuture("run_id:a");
		}

		@Override
		public void onEnd(Runnable task) {
		}

		@Override
		public boolean isOpen() {
			return true;
		}

		@Override
		public void close() {
		}

	}

}

package io.lockstarter.redlock;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import java.util.function.Supplier;

import io.lettuce.core.RedisException;
import org.jspecify.annotations.Nullable;

/**
 * Simulates the network between an instance and a node. Messages of a connection keep
 * their order in both directions. They are delayed, and a connection may stall or end. A
 * command in transit is then lost or applied later, but its reply never arrives.
 */
final class SimulatedLink {

	private final RedlockSimulation world;

	private final SimulatedClient client;

	private final SimulatedNode node;

	/** Tokens for which this node has confirmed the lock. */
	private final Set<String> granted = new HashSet<>();

	/** The commands that the flawed client sends again. */
	private final List<Runnable> unanswered = new ArrayList<>();

	private long stalledUntil;

	private @Nullable Connection current;

	SimulatedLink(RedlockSimulation world, SimulatedClient client, SimulatedNode node) {
		this.world = world;
		this.client = client;
		this.node = node;
	}

	CompletionStage<NodeConnection> connect() {
		CompletableFuture<NodeConnection> opened = new CompletableFuture<>();
		long arrives = Math.max(this.world.events.now(), this.stalledUntil) + this.world.travel();
		this.world.events.at(arrives, () -> this.client.happen(this.world.events.now() + this.world.travel(), () -> {
			if (!this.node.isUp()) {
				opened.completeExceptionally(new RedisException("Connection refused"));
				return;
			}
			Connection connection = new Connection();
			this.current = connection;
			opened.complete(connection);
			List<Runnable> again = List.copyOf(this.unanswered);
			this.unanswered.clear();
			this.world.events.at(this.world.events.now() + SimulatedEvents.millis(300),
					() -> again.forEach(Runnable::run));
		}));
		return opened;
	}

	void stall(long until) {
		this.stalledUntil = Math.max(this.stalledUntil, until);
	}

	/** Ends the connection. The instance may notice it later. */
	void breaks(long noticedAfter) {
		Connection connection = this.current;
		if (connection != null) {
			connection.cut = true;
			this.client.happen(this.world.events.now() + noticedAfter, connection::end);
		}
	}

	private final class Connection implements NodeConnection {

		/** All replies. Received ones do not fail when the connection ends. */
		private final List<CompletableFuture<?>> replies = new ArrayList<>();

		private final List<Runnable> ends = new ArrayList<>();

		private boolean open = true;

		/** Whether no message arrives any more. The instance may not know it. */
		private boolean cut;

		private long lastRequest;

		private long lastReply;

		private <T> CompletableFuture<T> send(Supplier<String> what, Supplier<T> command) {
			RedlockSimulation world = SimulatedLink.this.world;
			CompletableFuture<T> reply = new CompletableFuture<>();
			if (!this.open) {
				reply.completeExceptionally(new RedisException("Connection is closed"));
				return reply;
			}
			this.replies.add(reply);
			long leaves = Math.max(world.events.now(), SimulatedLink.this.stalledUntil);
			this.lastRequest = Math.max(this.lastRequest, leaves + world.travel());
			world.events.at(this.lastRequest, () -> arrive(what, command, reply));
			return reply;
		}

		private <T> void arrive(Supplier<String> what, Supplier<T> command, CompletableFuture<T> reply) {
			RedlockSimulation world = SimulatedLink.this.world;
			SimulatedNode node = SimulatedLink.this.node;
			if (world.events.now() < node.pausedUntil) {
				this.lastRequest = Math.max(this.lastRequest, node.pausedUntil);
				world.events.at(node.pausedUntil, () -> arrive(what, command, reply));
				return;
			}
			if (this.cut || !this.open) {
				resendLater(command);
				if (node.isUp() && world.late()) {
					world.events.at(world.events.now() + world.between(0, 300), () -> {
						world.trace(() -> SimulatedLink.this.client + " -> " + node + " late: " + what.get());
						apply(command);
					});
				}
				return;
			}
			if (!node.isUp()) {
				return;
			}
			T value = null;
			RuntimeException failure = null;
			try {
				value = command.get();
			}
			catch (RuntimeException ex) {
				failure = ex;
			}
			this.lastReply = Math.max(this.lastReply,
					Math.max(world.events.now(), SimulatedLink.this.stalledUntil) + world.travel());
			T answer = value;
			RuntimeException failed = failure;
			world.trace(() -> SimulatedLink.this.client + " -> " + node + ": " + what.get() + " = "
					+ ((failed != null) ? failed.getMessage() : answer));
			world.events.at(this.lastReply, () -> {
				if (!this.cut) {
					SimulatedLink.this.client.happen(world.events.now(), () -> answered(reply, answer, failed));
				}
				else {
					resendLater(command);
				}
			});
		}

		private void resendLater(Supplier<?> command) {
			if (SimulatedLink.this.world.flaw == SimulatedFlaw.COMMANDS_ARE_RESENT) {
				SimulatedLink.this.unanswered.add(() -> apply(command));
			}
		}

		/** Applies a command whose reply is lost. */
		private static void apply(Supplier<?> command) {
			try {
				var unused = command.get();
			}
			catch (RedisException ex) { // an error reply is also a reply
				Objects.requireNonNull(ex.getMessage());
			}
		}

		private <T> void answered(CompletableFuture<T> reply, @Nullable T answer, @Nullable RuntimeException failure) {
			if (this.open) {
				if (failure != null) {
					reply.completeExceptionally(failure);
				}
				else {
					reply.complete(answer);
				}
			}
		}

		private void end() {
			if (this.open) {
				this.open = false;
				boolean listenersFirst = SimulatedLink.this.world.chance(0.5);
				if (listenersFirst) {
					List.copyOf(this.ends).forEach(Runnable::run);
				}
				List.copyOf(this.replies)
					.forEach((reply) -> reply.completeExceptionally(new RedisException("Connection closed")));
				if (!listenersFirst) {
					List.copyOf(this.ends).forEach(Runnable::run);
				}
			}
		}

		@Override
		public CompletableFuture<Boolean> set(String key, String value, long millis, boolean onlyIfAbsent) {
			return noting(value,
					send(() -> "SET " + key + " " + value + " " + millis,
							() -> SimulatedLink.this.node.master.set(key, value, millis, onlyIfAbsent)),
					Boolean::booleanValue);
		}

		@Override
		public <T> CompletableFuture<T> evalsha(NodeScript<T> script, String[] keys, String[] args) {
			return script(script, keys, args, true);
		}

		@Override
		public <T> CompletableFuture<T> eval(NodeScript<T> script, String[] keys, String[] args) {
			return script(script, keys, args, false);
		}

		@SuppressWarnings("unchecked")
		private <T> CompletableFuture<T> script(NodeScript<T> script, String[] keys, String[] args, boolean byHash) {
			SimulatedMaster master = SimulatedLink.this.node.master;
			boolean release = script == NodeScript.RELEASE;
			if (release && SimulatedLink.this.world.flaw == SimulatedFlaw.RELEASE_ONLY_WHERE_GRANTED
					&& !SimulatedLink.this.granted.contains(args[2])) {
				return (CompletableFuture<T>) CompletableFuture.completedFuture((Object) List.of((Object) 0L));
			}
			CompletableFuture<T> reply = send(() -> name(script) + " " + List.of(keys) + " " + List.of(args),
					() -> (T) (byHash ? master.evalsha(script, keys, args) : master.eval(script, keys, args)));
			if (script == NodeScript.CONTEND) {
				return noting(args[0], reply, (value) -> ((List<?>) value).isEmpty());
			}
			return (script == NodeScript.FENCE) ? noting(args[0], reply, (value) -> !((List<?>) value).isEmpty())
					: reply;
		}

		private static String name(NodeScript<?> script) {
			return script.text().substring(3).split(" ", 2)[0];
		}

		private <T> CompletableFuture<T> noting(String token, CompletableFuture<T> reply, Predicate<T> given) {
			return reply.whenComplete((value, failure) -> {
				if (value != null && given.test(value)) {
					SimulatedLink.this.granted.add(token);
				}
			});
		}

		@Override
		public CompletableFuture<@Nullable String> info() {
			return send(() -> "INFO", () -> SimulatedLink.this.node.master.info());
		}

		@Override
		public void onEnd(Runnable task) {
			this.ends.add(task);
		}

		@Override
		public boolean isOpen() {
			return this.open;
		}

		@Override
		public void close() {
			SimulatedLink.this.client.happen(SimulatedLink.this.world.events.now(), this::end);
		}

	}

}

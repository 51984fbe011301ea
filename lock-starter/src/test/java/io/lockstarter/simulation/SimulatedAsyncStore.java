package io.lockstarter.simulation;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

import io.lockstarter.store.AsyncLockStore;
import io.lockstarter.store.Contention;
import io.lockstarter.store.GiveWayReply;
import io.lockstarter.store.Holder;
import io.lockstarter.store.QueueRequest;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import io.lockstarter.store.RenewReply;
import io.lockstarter.store.Renewal;
import org.jspecify.annotations.Nullable;

/**
 * Sends the commands of an instance without blocking. Faults are the same as for
 * {@link SimulatedConnection}, and replies arrive on the thread of the client.
 */
final class SimulatedAsyncStore implements AsyncLockStore {

	/** The longest delay of a release that later commands must not overtake. */
	private static final long LATEST_IN_ORDER = SimulationPlan.millis(50);

	private final SimulatedConnection connection;

	private final SimulatedInstance instance;

	private final SimulatedServer server;

	SimulatedAsyncStore(SimulatedConnection connection, SimulatedInstance instance, SimulatedServer server) {
		this.connection = connection;
		this.instance = instance;
		this.server = server;
	}

	private <T> CompletionStage<T> send(String what, String token, long latest, Supplier<T> command) {
		return this.connection.transport.sendAsync(what + " " + SimulationText.token(token), latest, command);
	}

	private <T> CompletionStage<T> send(String what, String token, Supplier<T> command) {
		return send(what, token, SimulatedConnection.LATEST, command);
	}

	private <T> CompletionStage<T> take(String what, String token, long ttlMillis, Supplier<T> command) {
		return send(what, token, Math.min(SimulatedConnection.LATEST, SimulationPlan.millis(ttlMillis) * 3 / 2),
				command);
	}

	@Override
	public CompletionStage<Boolean> acquire(String key, String token, long ttlMillis) {
		return take("acquire", token, ttlMillis, () -> this.server.acquire(key, token, ttlMillis));
	}

	@Override
	public CompletionStage<Contention> contend(String key, String token, long ttlMillis, @Nullable QueueRequest wait) {
		return take("contend", token, ttlMillis, () -> this.server.contend(this.instance, key, token, ttlMillis, wait))
			.thenApply(this.connection::contended);
	}

	@Override
	public CompletionStage<Long> acquireFenced(String key, String token, long ttlMillis, int count) {
		return take("acquire fenced", token, ttlMillis, () -> this.server.acquire(key, token, ttlMillis)
				? this.server.fence(key, token, ttlMillis, count) : 0L);
	}

	@Override
	public CompletionStage<Long> fence(String key, String token, long ttlMillis, int count) {
		return send("fence", token, () -> this.server.fence(key, token, ttlMillis, count));
	}

	@Override
	public CompletionStage<ReleaseReply> release(Release entry) {
		boolean ordered = this.connection.sendsInOrder();
		CompletionStage<ReleaseReply> reply = send("release", entry.token(),
				ordered ? LATEST_IN_ORDER : SimulatedConnection.LATEST, () -> this.server.redis.release(entry));
		if (ordered) {
			this.connection.transport.keepsOrder();
		}
		return reply.thenApply((answer) -> this.connection.released(entry.token(), answer));
	}

	@Override
	public CompletionStage<GiveWayReply> giveWay(String key, String token, long ttlMillis, String next,
			QueueRequest wait) {
		throw new UnsupportedOperationException("the engine gives way on a thread that may block");
	}

	@Override
	public CompletionStage<List<ReleaseReply>> releaseAll(List<Release> batch) {
		throw new UnsupportedOperationException("sweepers may block");
	}

	@Override
	public CompletionStage<List<RenewReply>> renew(List<Renewal> batch) {
		return send("renew", batch.get(0).lease().token(), () -> this.server.redis.renew(batch));
	}

	@Override
	public CompletionStage<Optional<Holder>> inspect(String key) {
		return send("inspect", key, () -> this.server.redis.inspect(key));
	}

}

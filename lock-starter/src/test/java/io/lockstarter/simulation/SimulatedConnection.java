package io.lockstarter.simulation;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

import io.lockstarter.LockType;
import io.lockstarter.lane.Lane;
import io.lockstarter.store.AsyncLockStore;
import io.lockstarter.store.Contention;
import io.lockstarter.store.GiveWayReply;
import io.lockstarter.store.Holder;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.QueueRequest;
import io.lockstarter.store.Refresh;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import io.lockstarter.store.RenewReply;
import io.lockstarter.store.Renewal;
import io.lockstarter.store.WakeUps;
import io.lockstarter.store.WorkerLockStore;
import org.jspecify.annotations.Nullable;

/**
 * Connects an instance to the lock server through a {@link SimulatedTransport}.
 */
final class SimulatedConnection implements LockStore {

	static final long LATEST = SimulationPlan.millis(2500);

	private final SimulatedInstance instance;

	private final SimulatedTime time;

	private final SimulationPlan plan;

	private final SimulatedServer server;

	final SimulatedTransport transport;

	final SimulatedSubscriber subscriber;

	/** The lane that gave way to another instance and was not woken since. */
	private @Nullable Lane yielded;

	private long yieldedUntil;

	private final Map<String, ReleaseReply> releaseReplies = new HashMap<>();

	SimulatedConnection(SimulatedInstance instance, Simulation world) {
		this.instance = instance;
		this.time = world.time;
		this.plan = world.plan;
		this.server = world.server;
		this.transport = new SimulatedTransport(instance, world);
		this.subscriber = new SimulatedSubscriber(instance, world, () -> this.yielded = null);
	}

	private <T> T send(String what, String token, Supplier<T> command) {
		return this.transport.send(what + " " + SimulationText.token(token), LATEST, command);
	}

	/**
	 * Sends a command that takes the key. It is never applied later than rule D
	 * (unconfirmed tokens) allows.
	 */
	private <T> T take(String what, String token, long ttlMillis, Supplier<T> command) {
		return this.transport.send(what + " " + SimulationText.token(token),
				Math.min(LATEST, SimulationPlan.millis(ttlMillis) * 3 / 2), command);
	}

	@Override
	public boolean acquire(String key, String token, long ttlMillis) {
		return take("acquire", token, ttlMillis, () -> this.server.acquire(key, token, ttlMillis));
	}

	@Override
	public Contention contend(String key, String token, long ttlMillis, @Nullable QueueRequest wait) {
		Contention outcome = take("contend", token, ttlMillis,
				() -> this.server.contend(this.instance, key, token, ttlMillis, wait));
		return contended(outcome);
	}

	Contention contended(Contention outcome) {
		if (outcome.holder() == null) {
			this.yielded = null;
		}
		return outcome;
	}

	@Override
	public long acquireFenced(String key, String token, long ttlMillis, int count) {
		return take("acquire fenced", token, ttlMillis, () -> this.server.acquire(key, token, ttlMillis)
				? this.server.fence(key, token, ttlMillis, count) : 0L);
	}

	@Override
	public long fence(String key, String token, long ttlMillis, int count) {
		return send("fence", token, () -> this.server.fence(key, token, ttlMillis, count));
	}

	@Override
	public ReleaseReply release(Release entry) {
		return released(entry.token(), send("release", entry.token(), () -> this.server.redis.release(entry)));
	}

	ReleaseReply released(String token, ReleaseReply reply) {
		this.releaseReplies.put(token, reply);
		return reply;
	}

	/** Returns the last reply to a release. */
	@Nullable ReleaseReply releaseReply(String token) {
		return this.releaseReplies.get(token);
	}

	@Override
	public GiveWayReply giveWay(String key, String token, long ttlMillis, String next, QueueRequest wait) {
		Lane from = this.instance.releasing;
		boolean wakeUps = this.subscriber.subscribed();
		int callsBefore = this.subscriber.calls();
		GiveWayReply reply = send("give way", token,
				() -> this.server.giveWay(this.instance, key, token, ttlMillis, next, wait));
		if (wakeUps && this.subscriber.calls() == callsBefore && reply.released() == ReleaseReply.RELEASED
				&& this.server.hasCalledAnother(token)) {
			this.yielded = from;
			this.yieldedUntil = this.time.now() + this.plan.settings.longestSleep().toNanos() * 98 / 100;
		}
		return reply;
	}

	/** Returns whether a lane lets other instances ask first. */
	boolean yields(Lane lane) {
		return this.yielded == lane && this.time.now() < this.yieldedUntil;
	}

	@Override
	public List<ReleaseReply> releaseAll(List<Release> batch) {
		return this.transport.send("sweep " + batch.size(), LATEST, () -> this.server.sweep(this.instance, batch));
	}

	@Override
	public List<RenewReply> renew(List<Renewal> batch) {
		return send("renew", batch.get(0).lease().token(), () -> this.server.redis.renew(batch));
	}

	@Override
	public boolean supports(LockType type) {
		return true;
	}

	@Override
	public List<@Nullable Contention> refresh(List<Refresh> batch) {
		long ttl = batch.stream().mapToLong(Refresh::ttlMillis).min().orElse(0);
		return take("refresh " + batch.size(), batch.get(0).token(), ttl, () -> this.server.redis.refresh(batch));
	}

	@Override
	public boolean downgrade(String key, String token) {
		return send("downgrade", token, () -> this.server.redis.downgrade(key, token));
	}

	@Override
	public Optional<Holder> inspect(String key) {
		return send("inspect", key, () -> this.server.redis.inspect(key));
	}

	@Override
	public long epoch() {
		return this.transport.epoch();
	}

	@Override
	public AsyncLockStore async(Executor workers) {
		return this.plan.asyncCommands ? new SimulatedAsyncStore(this, this.instance, this.server)
				: new WorkerLockStore(this, workers);
	}

	@Override
	public boolean sendsInOrder() {
		return this.plan.ordered;
	}

	@Override
	public Runnable listen(String instance, WakeUps wakeUps, Executor executor) {
		return this.subscriber.open(wakeUps);
	}

}

package io.lockstarter.core;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

import io.lockstarter.store.Contention;
import io.lockstarter.store.Holder;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import io.lockstarter.store.RenewReply;
import io.lockstarter.store.Renewal;
import io.lockstarter.store.Turn;
import io.lockstarter.store.Wait;
import io.lockstarter.store.WakeUps;
import org.jspecify.annotations.Nullable;

/** The lock server as an instance sees it, at the far end of a {@link SimulatedWire}. */
final class SimulatedConnection implements LockStore {

	private static final long LATEST = SimulationPlan.millis(2500);

	private final SimulatedInstance instance;

	private final SimulatedTime time;

	private final SimulationPlan plan;

	private final SimulatedServer server;

	final SimulatedWire wire;

	final SimulatedEar ear;

	/** The lane that gave way to another instance, and has not been called since. */
	private @Nullable Tenure yielded;

	private long yieldedUntil;

	SimulatedConnection(SimulatedInstance instance, Simulation world) {
		this.instance = instance;
		this.time = world.time;
		this.plan = world.plan;
		this.server = world.server;
		this.wire = new SimulatedWire(instance, world);
		this.ear = new SimulatedEar(instance, world, () -> this.yielded = null);
	}

	private <T> T send(String what, String token, Supplier<T> command) {
		return this.wire.send(what + " " + SimulationWords.token(token), LATEST, command);
	}

	/**
	 * Sends what takes the key: what comes later than rule D expects ends with its ttl.
	 */
	private <T> T take(String what, String token, long ttlMillis, Supplier<T> command) {
		return this.wire.send(what + " " + SimulationWords.token(token),
				Math.min(LATEST, SimulationPlan.millis(ttlMillis) * 3 / 2), command);
	}

	@Override
	public boolean acquire(String key, String token, long ttlMillis) {
		return take("acquire", token, ttlMillis, () -> this.server.acquire(key, token, ttlMillis));
	}

	@Override
	public Contention contend(String key, String token, long ttlMillis, @Nullable Wait wait) {
		Contention outcome = take("contend", token, ttlMillis,
				() -> this.server.contend(this.instance, key, token, ttlMillis, wait));
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
		return send("release", entry.token(), () -> this.server.redis.release(entry));
	}

	@Override
	public Turn giveWay(String key, String token, long ttlMillis, String next, Wait wait) {
		Tenure from = this.instance.releasing;
		boolean heard = this.ear.listens();
		int callsBefore = this.ear.calls();
		Turn turn = send("give way", token,
				() -> this.server.giveWay(this.instance, key, token, ttlMillis, next, wait));
		if (heard && this.ear.calls() == callsBefore && turn.released() == ReleaseReply.RELEASED
				&& this.server.hasCalledAnother(token)) {
			this.yielded = from;
			this.yieldedUntil = this.time.now() + this.plan.settings.longestSleep().toNanos() * 98 / 100;
		}
		return turn;
	}

	/** Whether a lane lets others go first. */
	boolean yields(Tenure tenure) {
		return this.yielded == tenure && this.time.now() < this.yieldedUntil;
	}

	@Override
	public List<ReleaseReply> releaseAll(List<Release> batch) {
		return this.wire.send("sweep " + batch.size(), LATEST, () -> this.server.sweep(this.instance, batch));
	}

	@Override
	public List<RenewReply> renew(List<Renewal> batch) {
		return send("renew", batch.get(0).lease().token(), () -> this.server.redis.renew(batch));
	}

	@Override
	public Optional<Holder> inspect(String key) {
		return send("inspect", key, () -> this.server.redis.inspect(key));
	}

	@Override
	public long epoch() {
		return this.wire.epoch();
	}

	@Override
	public Runnable listen(String instance, WakeUps heard, Executor executor) {
		return this.ear.open(heard);
	}

}

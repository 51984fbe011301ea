package io.lockstarter.simulation;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

import io.lockstarter.store.Contention;
import io.lockstarter.store.GiveWayReply;
import io.lockstarter.store.Holder;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.QueueRequest;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import io.lockstarter.store.RenewReply;
import io.lockstarter.store.Renewal;
import io.lockstarter.store.WakeUps;
import org.jspecify.annotations.Nullable;

/** Connects an instance to the model of Redis. Each way takes the same time. */
final class ScaleConnection implements LockStore {

	private final ScaleInstance instance;

	private final ScaleSimulation world;

	ScaleConnection(ScaleInstance instance, ScaleSimulation world) {
		this.instance = instance;
		this.world = world;
	}

	private <T> T send(Supplier<T> command) {
		this.world.requests++;
		SimulatedTime time = this.world.time;
		time.await(time.now() + ScaleSimulation.TRIP, this.instance);
		T reply = command.get();
		time.await(time.now() + ScaleSimulation.TRIP, this.instance);
		return reply;
	}

	@Override
	public boolean acquire(String key, String token, long ttlMillis) {
		return send(() -> this.world.redis.acquire(key, token, ttlMillis));
	}

	@Override
	public Contention contend(String key, String token, long ttlMillis, @Nullable QueueRequest wait) {
		return send(() -> this.world.redis.contend(key, token, ttlMillis, wait));
	}

	@Override
	public long acquireFenced(String key, String token, long ttlMillis, int count) {
		throw new UnsupportedOperationException();
	}

	@Override
	public long fence(String key, String token, long ttlMillis, int count) {
		throw new UnsupportedOperationException();
	}

	@Override
	public ReleaseReply release(Release entry) {
		return send(() -> this.world.redis.release(entry));
	}

	@Override
	public GiveWayReply giveWay(String key, String token, long ttlMillis, String next, QueueRequest wait) {
		return send(() -> this.world.redis.giveWay(key, token, ttlMillis, next, wait));
	}

	@Override
	public List<ReleaseReply> releaseAll(List<Release> batch) {
		return send(() -> this.world.redis.releaseAll(batch));
	}

	@Override
	public List<RenewReply> renew(List<Renewal> batch) {
		return send(() -> this.world.redis.renew(batch));
	}

	@Override
	public Optional<Holder> inspect(String key) {
		return send(() -> this.world.redis.inspect(key));
	}

	@Override
	public long epoch() {
		return 0;
	}

	@Override
	public Runnable listen(String name, WakeUps wakeUps, Executor executor) {
		return this.world.redis.listen(name, new WakeUps() {

			@Override
			public void subscribed() {
				later(wakeUps::subscribed);
			}

			@Override
			public void unsubscribed() {
				later(wakeUps::unsubscribed);
			}

			@Override
			public void granted(String key, String token, long ticket) {
				ScaleConnection.this.world.messages++;
				later(() -> wakeUps.granted(key, token, ticket));
			}

		}, Runnable::run);
	}

	private void later(Runnable task) {
		SimulatedTime time = this.world.time;
		time.at(time.now() + ScaleSimulation.TRIP, this.instance, task);
	}

}

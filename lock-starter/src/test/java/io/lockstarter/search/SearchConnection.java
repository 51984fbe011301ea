package io.lockstarter.search;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

import io.lockstarter.LockType;
import io.lockstarter.simulation.SimulatedRedis;
import io.lockstarter.simulation.SimulationText;
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
import io.lockstarter.store.StoreException;
import io.lockstarter.store.StoreException.Outcome;
import io.lockstarter.store.WakeUps;
import org.jspecify.annotations.Nullable;

/** Turns each command of a client into a message, and waits for its outcome. */
final class SearchConnection implements LockStore {

	private final SearchClient client;

	private final SearchWorld world;

	private final SimulatedRedis redis;

	long epoch;

	SearchConnection(SearchClient client, SearchWorld world) {
		this.client = client;
		this.world = world;
		this.redis = world.redis;
	}

	@SuppressWarnings("unchecked")
	private <T> T send(String what, String token, Supplier<T> command) {
		SearchFiber fiber = (SearchFiber) Thread.currentThread();
		SearchMessage message = new SearchMessage(this.client, what + " " + SimulationText.token(token), command,
				this.world.now(), fiber, this.epoch);
		this.world.network.send(message);
		SearchFiber.block();
		Object reply = message.reply;
		if (reply == null) {
			throw new StoreException(Outcome.UNKNOWN, what + " is not answered", null);
		}
		return (T) reply;
	}

	@Override
	public boolean acquire(String key, String token, long ttlMillis) {
		return send("acquire", token, () -> this.redis.acquire(key, token, ttlMillis));
	}

	@Override
	public Contention contend(String key, String token, long ttlMillis, @Nullable QueueRequest wait) {
		String again = (wait != null && wait.again()) ? "contend again" : "contend";
		return send(again, token, () -> this.redis.contend(key, token, ttlMillis, wait));
	}

	@Override
	public long acquireFenced(String key, String token, long ttlMillis, int count) {
		return send("acquire fenced", token, () -> this.redis.acquire(key, token, ttlMillis)
				? this.world.promises.fence(key, token, ttlMillis, count) : 0L);
	}

	@Override
	public long fence(String key, String token, long ttlMillis, int count) {
		return send("fence", token, () -> this.world.promises.fence(key, token, ttlMillis, count));
	}

	@Override
	public ReleaseReply release(Release entry) {
		return send("release", entry.token(), () -> this.redis.release(entry));
	}

	@Override
	public GiveWayReply giveWay(String key, String token, long ttlMillis, String next, QueueRequest wait) {
		return send("give way to " + SimulationText.token(next) + " by", token,
				() -> this.redis.giveWay(key, token, ttlMillis, next, wait));
	}

	@Override
	public List<ReleaseReply> releaseAll(List<Release> batch) {
		return send("sweep", SimulationText.of(batch), () -> this.redis.releaseAll(batch));
	}

	@Override
	public List<RenewReply> renew(List<Renewal> batch) {
		return send("renew", batch.get(0).lease().token(), () -> this.redis.renew(batch));
	}

	@Override
	public boolean supports(LockType type) {
		return true;
	}

	@Override
	public List<@Nullable Contention> refresh(List<Refresh> batch) {
		return send("refresh", batch.get(0).token(), () -> this.redis.refresh(batch));
	}

	@Override
	public boolean downgrade(String key, String token) {
		return send("downgrade", token, () -> this.redis.downgrade(key, token));
	}

	@Override
	public Optional<Holder> inspect(String key) {
		return send("inspect", key, () -> this.redis.inspect(key));
	}

	@Override
	public long epoch() {
		return this.epoch;
	}

	@Override
	public Runnable listen(String instance, WakeUps wakeUps, Executor executor) {
		executor.execute(wakeUps::subscribed);
		return this.redis.listen(instance, new WakeUps() {

			@Override
			public void subscribed() {
			}

			@Override
			public void unsubscribed() {
			}

			@Override
			public void granted(String key, String token, long ticket) {
				SearchConnection.this.world.network.call(SearchConnection.this.client, token, ticket,
						() -> wakeUps.granted(key, token, ticket));
			}

			@Override
			public void granted(String key, String token, long ticket, long fence) {
				SearchConnection.this.world.network.call(SearchConnection.this.client, token, ticket,
						() -> wakeUps.granted(key, token, ticket, fence));
			}

		}, (task) -> {
		});
	}

}

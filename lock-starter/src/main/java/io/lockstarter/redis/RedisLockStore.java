package io.lockstarter.redis;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

import io.lockstarter.LockType;
import io.lockstarter.store.AsyncLockStore;
import io.lockstarter.store.Claim;
import io.lockstarter.store.Contention;
import io.lockstarter.store.GiveWayReply;
import io.lockstarter.store.Holder;
import io.lockstarter.store.KeyPage;
import io.lockstarter.store.LockState;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.QueueRequest;
import io.lockstarter.store.Refresh;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import io.lockstarter.store.RenewReply;
import io.lockstarter.store.Renewal;
import io.lockstarter.store.StoreException;
import io.lockstarter.store.WakeUps;
import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.util.ClassUtils;

/**
 * Keeps locks in one Redis: a single server, servers behind Sentinel, or a Cluster. It
 * uses the application's connection factory, but never a connection that a transaction
 * uses.
 *
 * <p>
 * It does not detect a failover: writes that the old master did not replicate are lost.
 */
public final class RedisLockStore implements LockStore {

	static final boolean LETTUCE = ClassUtils.isPresent("io.lettuce.core.AbstractRedisClient",
			RedisLockStore.class.getClassLoader());

	static final boolean JEDIS = ClassUtils.isPresent("redis.clients.jedis.Jedis",
			RedisLockStore.class.getClassLoader());

	private final UnboundConnectionFactory factory;

	private final String prefix;

	private final RedisCommands commands;

	private final RedisBatches batches;

	private final RedisScans scans;

	private final ClaimBatches claims;

	private final LongSupplier epoch;

	private final @Nullable LettuceTransport shared;

	private final boolean asksReplicas;

	private final RedisWorkers workers = new RedisWorkers();

	private final ConnectionWait wait;

	/**
	 * Creates the store, without connecting.
	 * @param factory the application's connection factory
	 * @param prefix the prefix of every key in Redis
	 */
	public RedisLockStore(RedisConnectionFactory factory, String prefix) {
		this(factory, prefix, ReplicaAcks.NONE);
	}

	/**
	 * Creates a store whose locks must be acknowledged by replicas, without connecting.
	 * @param factory the application's connection factory; it must use Lettuce if
	 * acknowledgments are required
	 * @param prefix the prefix of every key in Redis
	 * @param acks the required acknowledgments
	 */
	public RedisLockStore(RedisConnectionFactory factory, String prefix, ReplicaAcks acks) {
		this.factory = new UnboundConnectionFactory(factory);
		this.prefix = prefix;
		this.wait = new ConnectionWait(this.factory::timeoutMillis);
		RedisTransport template = new TemplateTransport(factory, this.workers, this.wait);
		LettuceTransport lettuce = (LETTUCE && factory instanceof LettuceConnectionFactory lettuces)
				? new LettuceTransport(lettuces, this.workers, this.wait) : null;
		this.shared = lettuce;
		this.asksReplicas = acks.least() > 0;
		this.commands = new RedisCommands(this.factory, prefix, this.asksReplicas ? acking(factory, acks)
				: () -> (lettuce != null && lettuce.isShared()) ? lettuce : template);
		this.scans = new RedisScans(this.factory, prefix, this.commands);
		this.batches = new RedisBatches(this.commands);
		this.claims = new ClaimBatches(this.commands, this.batches);
		this.epoch = epoch(factory);
	}

	/**
	 * Returns whether the client of a factory can wait for replicas.
	 * @param factory the factory
	 * @return whether it is Lettuce
	 */
	public static boolean canAskReplicas(RedisConnectionFactory factory) {
		return LETTUCE && factory instanceof LettuceConnectionFactory;
	}

	private Supplier<RedisTransport> acking(RedisConnectionFactory factory, ReplicaAcks acks) {
		if (!canAskReplicas(factory)) {
			throw new IllegalArgumentException("Only Lettuce can ask replicas, not " + factory);
		}
		RedisTransport acking = new AckingTransport((LettuceConnectionFactory) factory, acks, this.workers, this.wait);
		return () -> acking;
	}

	private static LongSupplier epoch(RedisConnectionFactory factory) {
		if (LETTUCE && factory instanceof LettuceConnectionFactory lettuce) {
			return new LettuceDisconnects(lettuce);
		}
		if (JEDIS && factory instanceof JedisConnectionFactory jedis && !jedis.isRedisClusterAware()) {
			return () -> 0; // this client never sends a command twice
		}
		// Jedis on a Cluster repeats unanswered commands, and other clients may too. So
		// every command may have been sent twice.
		return new AtomicLong()::incrementAndGet;
	}

	@Override
	public void within(long nanos, Runnable commands) {
		if (this.shared != null && !this.asksReplicas && this.shared.isConnected()) {
			commands.run();
		}
		else {
			this.wait.within(nanos, commands);
		}
	}

	@Override
	public boolean isConnected() {
		return (this.shared != null && !this.asksReplicas && this.shared.isShared()) ? this.shared.hasConnection()
				: this.wait.isConnected();
	}

	@Override
	public boolean acquire(String key, String token, long ttlMillis) {
		return this.commands.setIfAbsent(key, token, RedisCommands.checked(key, ttlMillis));
	}

	@Override
	public Contention contend(String key, String token, long ttlMillis, @Nullable QueueRequest wait) {
		try {
			return this.commands.run(this.commands.contend(key, token, ttlMillis, wait));
		}
		catch (StoreException ex) {
			return this.claims.conflict(key, token, ex);
		}
	}

	@Override
	public long acquireFenced(String key, String token, long ttlMillis, int count) {
		try {
			return this.commands.run(this.commands.acquireFenced(key, token, ttlMillis, count));
		}
		catch (StoreException ex) {
			return this.claims.ifClaimed(key, token, ex, 0L);
		}
	}

	@Override
	public long fence(String key, String token, long ttlMillis, int count) {
		try {
			return this.commands.run(this.commands.fence(key, token, ttlMillis, count));
		}
		catch (StoreException ex) {
			return this.claims.ifClaimed(key, token, ex, 0L);
		}
	}

	@Override
	public ReleaseReply release(Release entry) {
		try {
			return this.commands.run(this.commands.release(entry));
		}
		catch (StoreException ex) {
			return this.claims.ifClaimed(entry.key(), entry.token(), ex, ReleaseReply.NOT_MINE);
		}
	}

	@Override
	public AsyncLockStore async(Executor executor) {
		AsyncLockStore onWorkers = LockStore.super.async(executor);
		return (this.shared != null && !this.asksReplicas) ? new LettuceLockStore(this.shared, this.commands, onWorkers)
				: onWorkers;
	}

	/** Returns false if commands use different connections. */
	@Override
	public boolean sendsInOrder() {
		return this.shared != null && !this.asksReplicas && this.shared.endsByItself();
	}

	@Override
	public boolean confirmsGrants() {
		return this.asksReplicas;
	}

	@Override
	public GiveWayReply giveWay(String key, String token, long ttlMillis, String next, QueueRequest wait) {
		return this.commands.run(this.commands.giveWay(key, token, ttlMillis, next, wait));
	}

	@Override
	public Runnable listen(String instance, WakeUps wakeUps, Executor executor) {
		return new ChannelSubscription(this.factory, this.prefix, instance, wakeUps).start(executor);
	}

	@Override
	public List<ReleaseReply> releaseAll(List<Release> batch) {
		return batch.stream().anyMatch((entry) -> Claim.isIn(entry.token())) ? this.claims.releaseAll(batch)
				: this.batches.releaseAll(batch);
	}

	@Override
	public List<RenewReply> renew(List<Renewal> batch) {
		return batch.stream().anyMatch((entry) -> Claim.isIn(entry.lease().token())) ? this.claims.renew(batch)
				: this.batches.renew(batch);
	}

	@Override
	public Optional<Holder> inspect(String key) {
		return this.commands.run(this.commands.inspect(key));
	}

	@Override
	public long forceRelease(String key, String token) {
		return this.commands.run(Claim.isIn(token) ? this.commands.claims().forceRelease(key, token)
				: this.commands.forceRelease(key, token));
	}

	@Override
	public KeyPage scan(String prefix, @Nullable String cursor, int count) {
		return this.scans.scan(prefix, cursor, count);
	}

	@Override
	public Optional<LockState> describe(String key) {
		return this.claims.describe(key);
	}

	@Override
	public boolean supports(LockType type) {
		return true;
	}

	@Override
	public List<@Nullable Contention> refresh(List<Refresh> batch) {
		return this.claims.refresh(batch);
	}

	@Override
	public boolean downgrade(String key, String token) {
		return this.commands.run(this.commands.claims().downgrade(key, token));
	}

	@Override
	public long epoch() {
		return this.epoch.getAsLong();
	}

}

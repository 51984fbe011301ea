package io.lockstarter.redis;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
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

import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.util.ClassUtils;

/**
 * The port on one Redis, be it a single server, one behind Sentinel, or a Cluster. Uses
 * the application's connections, but never one that a transaction has bound.
 *
 * <p>
 * Does not know of a failover: what the old master had not passed on is gone.
 */
public final class RedisLockStore implements LockStore {

	static final boolean LETTUCE = ClassUtils.isPresent("io.lettuce.core.AbstractRedisClient",
			RedisLockStore.class.getClassLoader());

	static final boolean JEDIS = ClassUtils.isPresent("redis.clients.jedis.Jedis",
			RedisLockStore.class.getClassLoader());

	/** How long a counter is kept after its lock: longer than clocks may differ. */
	private static final Duration FENCE_MARGIN = Duration.ofMinutes(10);

	private final UnboundConnectionFactory factory;

	private final String prefix;

	private final String channels;

	private final RedisCalls calls;

	private final RedisBatches batches;

	private final LongSupplier epoch;

	private final @Nullable LettuceWire shared;

	private final boolean asksReplicas;

	private final RedisWorkers workers = new RedisWorkers();

	private final ConnectionWait wait;

	/**
	 * Creates the store. Connects to nothing yet.
	 * @param factory the application's connection factory
	 * @param prefix what every key in Redis starts with
	 */
	public RedisLockStore(RedisConnectionFactory factory, String prefix) {
		this(factory, prefix, ReplicaAcks.NONE);
	}

	/**
	 * Creates a store whose locks count only when replicas have them. Connects to nothing
	 * yet.
	 * @param factory the application's connection factory; one of Lettuce's, if replicas
	 * are asked
	 * @param prefix what every key in Redis starts with
	 * @param acks how many replicas
	 */
	public RedisLockStore(RedisConnectionFactory factory, String prefix, ReplicaAcks acks) {
		this.factory = new UnboundConnectionFactory(factory);
		this.prefix = prefix;
		this.channels = Subscription.channels(prefix);
		this.wait = new ConnectionWait(this.factory::timeoutMillis);
		Wire template = new TemplateWire(factory, this.workers, this.wait);
		LettuceWire lettuce = (LETTUCE && factory instanceof LettuceConnectionFactory lettuces)
				? new LettuceWire(lettuces, this.workers, this.wait) : null;
		this.shared = lettuce;
		this.asksReplicas = acks.least() > 0;
		this.calls = new RedisCalls(this.factory, prefix, this.asksReplicas ? acking(factory, acks)
				: () -> (lettuce != null && lettuce.isShared()) ? lettuce : template);
		this.batches = new RedisBatches(this.calls, this.channels);
		this.epoch = epoch(factory);
	}

	/**
	 * Whether the client of a factory can ask replicas.
	 * @param factory the factory
	 * @return whether it can: Lettuce can
	 */
	public static boolean canAskReplicas(RedisConnectionFactory factory) {
		return LETTUCE && factory instanceof LettuceConnectionFactory;
	}

	private Supplier<Wire> acking(RedisConnectionFactory factory, ReplicaAcks acks) {
		if (!canAskReplicas(factory)) {
			throw new IllegalArgumentException("Only Lettuce can ask replicas, not " + factory);
		}
		Wire acking = new AckingWire((LettuceConnectionFactory) factory, acks, this.workers, this.wait);
		return () -> acking;
	}

	private static LongSupplier epoch(RedisConnectionFactory factory) {
		if (LETTUCE && factory instanceof LettuceConnectionFactory lettuce) {
			return new LettuceDisconnects(lettuce);
		}
		if (JEDIS && factory instanceof JedisConnectionFactory jedis && !jedis.isRedisClusterAware()) {
			return () -> 0; // it never sends a command twice
		}
		// Jedis on a Cluster repeats what was not answered, and of others nothing is
		// known: every command is doubtful.
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
	public boolean acquire(String key, String token, long ttlMillis) {
		return this.calls.setIfAbsent(key, token, checked(key, ttlMillis));
	}

	@Override
	public Contention contend(String key, String token, long ttlMillis, @Nullable Wait wait) {
		String ttl = Long.toString(checked(key, ttlMillis));
		String verb = "contend for";
		if (wait == null) {
			return Replies.contention(this.calls.run(verb, Script.CONTEND, key, token, ttl, ""));
		}
		return Replies.contention(this.calls.run(verb, Script.CONTEND, key, token, ttl, mode(wait),
				Long.toString(wait.grantMillis()), Long.toString(wait.aliveMillis()), this.calls.cluster(verb, key),
				wait.again() ? "1" : "0", this.channels));
	}

	@Override
	public long acquireFenced(String key, String token, long ttlMillis, int count) {
		return fence("acquire", key, token, ttlMillis, count, "1");
	}

	@Override
	public long fence(String key, String token, long ttlMillis, int count) {
		return fence("fence", key, token, ttlMillis, count, "0");
	}

	private long fence(String verb, String key, String token, long ttlMillis, int count, String create) {
		List<String> names = List.of(this.calls.name(key), FenceKey.of(this.prefix, key));
		return Long
			.parseLong(this.calls.run(verb, Script.FENCE, key, names, token, Long.toString(checked(key, ttlMillis)),
					Integer.toString(count), create, Long.toString(FENCE_MARGIN.toMillis())));
	}

	@Override
	public ReleaseReply release(Release entry) {
		return Replies.release(this.calls.run("release", Script.RELEASE, entry.key(), arguments(entry)));
	}

	@Override
	public CompletionStage<ReleaseReply> releaseAsync(Release entry, Executor executor) {
		if (this.shared == null || !this.shared.endsByItself()) {
			return LockStore.super.releaseAsync(entry, executor);
		}
		return this.shared.send(Script.RELEASE, this.calls.name(entry.key()), arguments(entry))
			.thenApply(Replies::release);
	}

	/** Not if a lock is taken on another connection than the one that released it. */
	@Override
	public boolean sendsInOrder() {
		return this.shared != null && !this.asksReplicas && this.shared.endsByItself();
	}

	@Override
	public boolean confirmsGrants() {
		return this.asksReplicas;
	}

	private String[] arguments(Release entry) {
		return new String[] { entry.token(), Long.toString(entry.keepMillis()), Release.TOMBSTONE, this.channels,
				this.calls.cluster("release", entry.key()) };
	}

	@Override
	public Turn giveWay(String key, String token, long ttlMillis, String next, Wait wait) {
		String verb = "give way for";
		return Replies.turn(this.calls.run(verb, Script.GIVE_WAY, key, token, Long.toString(ttlMillis), next,
				mode(wait), Long.toString(wait.grantMillis()), Long.toString(wait.aliveMillis()), this.channels,
				this.calls.cluster(verb, key)));
	}

	@Override
	public Runnable listen(String instance, WakeUps wakeUps, Executor executor) {
		return new Subscription(this.factory, this.prefix, instance, wakeUps).start(executor);
	}

	private static String mode(Wait wait) {
		return wait.hears() ? "h" : "d";
	}

	@Override
	public List<ReleaseReply> releaseAll(List<Release> batch) {
		return this.batches.releaseAll(batch);
	}

	@Override
	public List<RenewReply> renew(List<Renewal> batch) {
		return this.batches.renew(batch);
	}

	@Override
	public Optional<Holder> inspect(String key) {
		List<Object> reply = this.calls.run("inspect", Script.INSPECT, key);
		return reply.isEmpty() ? Optional.empty() : Optional.of(Replies.holder(reply));
	}

	@Override
	public long epoch() {
		return this.epoch.getAsLong();
	}

	private static long checked(String key, long ttlMillis) {
		if (ttlMillis <= 0) {
			throw new IllegalArgumentException("The ttl of '" + key + "' must be above zero: " + ttlMillis + " ms");
		}
		return ttlMillis;
	}

}

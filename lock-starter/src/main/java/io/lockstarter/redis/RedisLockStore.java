package io.lockstarter.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
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
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.util.ClassUtils;

/**
 * The port on one Redis, be it a single server, one behind Sentinel, or a Cluster. Uses
 * the application's connections, but never one that a transaction has bound.
 *
 * <p>
 * Does not know of a failover: what the old master had not passed on is gone.
 */
public final class RedisLockStore implements LockStore {

	private static final boolean LETTUCE = ClassUtils.isPresent("io.lettuce.core.AbstractRedisClient",
			RedisLockStore.class.getClassLoader());

	private static final boolean JEDIS = ClassUtils.isPresent("redis.clients.jedis.Jedis",
			RedisLockStore.class.getClassLoader());

	private final RedisConnectionFactory factory;

	private final String prefix;

	private final String channels;

	private final StringRedisTemplate template;

	private final LongSupplier epoch;

	private final @Nullable LettuceReleases releases;

	private volatile @Nullable Topology topology;

	/**
	 * Creates the store. Connects to nothing yet.
	 * @param factory the application's connection factory
	 * @param prefix what every key in Redis starts with
	 */
	public RedisLockStore(RedisConnectionFactory factory, String prefix) {
		this.factory = new UnboundConnectionFactory(factory);
		this.prefix = prefix;
		this.channels = Subscription.channels(prefix);
		this.template = new StringRedisTemplate(this.factory);
		// Otherwise every script call would go through a proxy made for it alone.
		this.template.setExposeConnection(true);
		this.epoch = epoch(factory);
		this.releases = (LETTUCE && factory instanceof LettuceConnectionFactory lettuce) ? new LettuceReleases(lettuce)
				: null;
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
	public boolean acquire(String key, String token, long ttlMillis) {
		Duration ttl = Duration.ofMillis(checked(key, ttlMillis));
		return call("acquire", key, () -> this.template.opsForValue().setIfAbsent(this.prefix + key, token, ttl));
	}

	@Override
	public Contention contend(String key, String token, long ttlMillis, @Nullable Wait wait) {
		String ttl = Long.toString(checked(key, ttlMillis));
		List<Object> reply = call("contend for", key,
				() -> (wait != null)
						? run(Script.CONTEND, key, token, ttl, mode(wait), Long.toString(wait.grantMillis()),
								Long.toString(wait.aliveMillis()), cluster(), wait.again() ? "1" : "0")
						: run(Script.CONTEND, key, token, ttl, ""));
		return reply.isEmpty() ? Contention.WON : new Contention(holder(reply), reply.get(2).equals(1L));
	}

	@Override
	public ReleaseReply release(Release entry) {
		Long reply = call("release", entry.key(), () -> run(Script.RELEASE, entry.key(), (Object[]) arguments(entry)));
		return releaseReply(reply);
	}

	@Override
	public CompletionStage<ReleaseReply> releaseAsync(Release entry, Executor executor) {
		if (this.releases == null || !this.releases.possible()) {
			return LockStore.super.releaseAsync(entry, executor);
		}
		return this.releases.send(Script.RELEASE, this.prefix + entry.key(), arguments(entry))
			.thenApply(RedisLockStore::releaseReply);
	}

	private String[] arguments(Release entry) {
		return new String[] { entry.token(), Long.toString(entry.keepMillis()), Release.TOMBSTONE, this.channels,
				cluster() };
	}

	@Override
	public Turn giveWay(String key, String token, long ttlMillis, String next, Wait wait) {
		List<Object> reply = call("give way for", key,
				() -> run(Script.GIVE_WAY, key, token, Long.toString(ttlMillis), next, mode(wait),
						Long.toString(wait.grantMillis()), Long.toString(wait.aliveMillis()), this.channels,
						cluster()));
		return switch (((Long) reply.get(0)).intValue()) {
			case 2 -> Turn.KEPT;
			case 1 -> new Turn(ReleaseReply.RELEASED, reply.get(1).equals(1L));
			default -> Turn.over(ReleaseReply.NOT_MINE);
		};
	}

	@Override
	public Runnable listen(String instance, WakeUps wakeUps, Executor executor) {
		return new Subscription(this.factory, this.prefix, instance, wakeUps).start(executor);
	}

	private static String mode(Wait wait) {
		return wait.hears() ? "h" : "d";
	}

	/** For scripts: there a PUBLISH does not tell how many hear it. */
	private String cluster() {
		return (topology() == Topology.SINGLE) ? "0" : "1";
	}

	@Override
	public List<ReleaseReply> releaseAll(List<Release> batch) {
		return inParts("release", batch, Release::key, this::arguments, Script.RELEASE_ALL,
				RedisLockStore::releaseReply, ReleaseReply.FAILED);
	}

	private List<String> arguments(List<Release> part) {
		List<String> args = new ArrayList<>(2 * part.size() + 3);
		args.add(Release.TOMBSTONE);
		args.add(this.channels);
		args.add(cluster());
		for (Release entry : part) {
			args.add(entry.token());
			args.add(Long.toString(entry.keepMillis()));
		}
		return args;
	}

	@Override
	public List<RenewReply> renew(List<Renewal> batch) {
		return inParts("renew", batch, (entry) -> entry.lease().key(), (part) -> {
			List<String> args = new ArrayList<>(2 * part.size());
			part.forEach((entry) -> {
				args.add(entry.lease().token());
				args.add(Long.toString(entry.ttlMillis()));
			});
			return args;
		}, Script.RENEW, RedisLockStore::renewReply, RenewReply.FAILED);
	}

	@Override
	public Optional<Holder> inspect(String key) {
		List<Object> reply = call("inspect", key, () -> run(Script.INSPECT, key));
		return reply.isEmpty() ? Optional.empty() : Optional.of(holder(reply));
	}

	@Override
	public long epoch() {
		return this.epoch.getAsLong();
	}

	private <E, R> List<R> inParts(String verb, List<E> batch, Function<E, String> key,
			Function<List<E>, List<String>> args, Script<List<Object>> script, Function<Object, R> reply, R failed) {
		if (batch.isEmpty()) {
			return List.of();
		}
		call(verb, key.apply(batch.get(0)), this::topology);
		return new Batches<E, R>(topology(), (part) -> {
			List<String> names = part.stream().map((entry) -> this.prefix + key.apply(entry)).toList();
			List<Object> replies = call(verb, key.apply(part.get(0)), () -> {
				List<Object> raw = this.template.execute(script, names, args.apply(part).toArray());
				return (raw != null && raw.size() == part.size()) ? raw : null;
			});
			return replies.stream().map(reply).toList();
		}, failed).run(batch, (entry) -> this.prefix + key.apply(entry));
	}

	private Topology topology() {
		Topology known = this.topology;
		if (known == null) {
			known = Topology.of(this.factory);
			this.topology = known;
		}
		return known;
	}

	private <T> @Nullable T run(Script<T> script, String key, Object... args) {
		return this.template.execute(script, List.of(this.prefix + key), args);
	}

	private <T> T call(String verb, String key, Supplier<@Nullable T> command) {
		T reply;
		try {
			reply = command.get();
		}
		catch (RuntimeException ex) {
			throw RedisFailures.translate(attempt(verb, key), ex);
		}
		if (reply == null) {
			// rule P: not "busy"
			throw RedisFailures.noReply(attempt(verb, key));
		}
		return reply;
	}

	private static String attempt(String verb, String key) {
		return verb + " lock '" + key + "'";
	}

	private static long checked(String key, long ttlMillis) {
		if (ttlMillis <= 0) {
			throw new IllegalArgumentException("The ttl of '" + key + "' must be above zero: " + ttlMillis + " ms");
		}
		return ttlMillis;
	}

	private static Holder holder(List<Object> reply) {
		return new Holder((String) reply.get(0), (Long) reply.get(1));
	}

	private static ReleaseReply releaseReply(Object reply) {
		return switch (((Long) reply).intValue()) {
			case 1 -> ReleaseReply.RELEASED;
			case 0 -> ReleaseReply.NOT_MINE;
			default -> ReleaseReply.FAILED;
		};
	}

	private static RenewReply renewReply(Object reply) {
		return switch (((Long) reply).intValue()) {
			case 1 -> RenewReply.RENEWED;
			case 0 -> RenewReply.NOT_MINE;
			default -> RenewReply.FAILED;
		};
	}

}

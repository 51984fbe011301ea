package io.lockstarter.redis;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

import io.lockstarter.redis.RedisBatches.Topology;
import io.lockstarter.redis.Script.Replies;
import io.lockstarter.store.Claim;
import io.lockstarter.store.Contention;
import io.lockstarter.store.GiveWayReply;
import io.lockstarter.store.Holder;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.QueueRequest;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import org.jspecify.annotations.Nullable;

/**
 * Builds and sends the commands of locks on one Redis. It adds the prefix to keys,
 * translates failures, and treats a missing reply as a failure. {@link LettuceLockStore}
 * sends the same commands without waiting for the reply.
 */
final class RedisCommands {

	/** As in "Could not take a fencing number for lock 'order:42'". */
	static final String FENCING = "take a fencing number for";

	private final String prefix;

	private final UnboundConnectionFactory factory;

	private final Supplier<RedisTransport> transport;

	private final ClaimCommands claims;

	private volatile @Nullable Topology topology;

	private volatile @Nullable ScriptConstants constants;

	/**
	 * Creates the commands, without connecting.
	 * @param factory creates connections that no transaction uses
	 * @param prefix the prefix of every key in Redis
	 * @param transport supplies the transport to use now
	 */
	RedisCommands(UnboundConnectionFactory factory, String prefix, Supplier<RedisTransport> transport) {
		this.factory = factory;
		this.prefix = prefix;
		this.transport = transport;
		this.claims = new ClaimCommands(prefix);
	}

	/** Returns the commands for tokens with a claim. */
	ClaimCommands claims() {
		return this.claims;
	}

	Command<List<Object>, Contention> contend(String key, String token, long ttlMillis, @Nullable QueueRequest wait) {
		if (Claim.isIn(token)) {
			return this.claims.contend(key, token, checked(key, ttlMillis), wait);
		}
		String ttl = Long.toString(checked(key, ttlMillis));
		String verb = "acquire";
		if (wait == null) {
			return command(verb, key, script(verb, key, Script.CONTEND), Replies::contention, token, ttl, "");
		}
		return command(verb, key, script(verb, key, Script.CONTEND), Replies::contention, token, ttl, mode(wait),
				Long.toString(wait.grantMillis()), Long.toString(wait.aliveMillis()), wait.again() ? "1" : "0");
	}

	Command<String, Long> acquireFenced(String key, String token, long ttlMillis, int count) {
		return fence("acquire", key, token, ttlMillis, count, "1");
	}

	Command<String, Long> fence(String key, String token, long ttlMillis, int count) {
		if (Claim.isIn(token)) {
			return this.claims.fence(key, token, checked(key, ttlMillis), count);
		}
		return fence(FENCING, key, token, ttlMillis, count, "0");
	}

	private Command<String, Long> fence(String verb, String key, String token, long ttlMillis, int count,
			String create) {
		List<String> args = List.of(token, Long.toString(checked(key, ttlMillis)), Integer.toString(count), create);
		return new Command<>(verb, key, Script.FENCE, List.of(name(key), FenceKey.of(this.prefix, key)), args,
				Long::parseLong);
	}

	Command<Long, ReleaseReply> release(Release entry) {
		if (Claim.isIn(entry.token())) {
			return this.claims.release(entry);
		}
		String verb = "release";
		Script<Long> script = script(verb, entry.key(), Script.RELEASE);
		// The usual release has one argument.
		return (entry.keepMillis() == 0) ? command(verb, entry.key(), script, Replies::release, entry.token())
				: command(verb, entry.key(), script, Replies::release, entry.token(),
						Long.toString(entry.keepMillis()));
	}

	Command<List<Object>, GiveWayReply> giveWay(String key, String token, long ttlMillis, String next,
			QueueRequest wait) {
		String verb = "release";
		return command(verb, key, script(verb, key, Script.GIVE_WAY), Replies::turn, token, Long.toString(ttlMillis),
				next, mode(wait), Long.toString(wait.grantMillis()), Long.toString(wait.aliveMillis()));
	}

	Command<List<Object>, Optional<Holder>> inspect(String key) {
		return command("inspect", key, Script.INSPECT,
				(reply) -> reply.isEmpty() ? Optional.empty() : Optional.of(Replies.holder(reply)));
	}

	Command<String, Long> forceRelease(String key, String token) {
		String verb = "take away";
		return new Command<>(verb, key, script(verb, key, Script.FORCE_RELEASE),
				List.of(name(key), FenceKey.of(this.prefix, key)),
				List.of(token, Long.toString(LockStore.FENCE_MARGIN.toMillis())), Long::parseLong);
	}

	private <R, T> Command<R, T> command(String verb, String key, Script<R> script, Function<R, T> result,
			String... args) {
		return new Command<>(verb, key, script, List.of(name(key)), List.of(args), result);
	}

	private static String mode(QueueRequest wait) {
		return wait.subscribed() ? "h" : "d";
	}

	static long checked(String key, long ttlMillis) {
		if (ttlMillis <= 0) {
			throw new IllegalArgumentException("The ttl of '" + key + "' must be above zero: " + ttlMillis + " ms");
		}
		return ttlMillis;
	}

	// --- sending

	String name(String key) {
		return this.prefix + key;
	}

	boolean setIfAbsent(String key, String token, long ttlMillis) {
		return call("acquire", key, () -> this.transport.get().setIfAbsent(name(key), token, ttlMillis));
	}

	<R, T> T run(Command<R, T> command) {
		return command.result()
			.apply(run(command.verb(), command.script(), command.key(), command.names(),
					command.args().toArray(String[]::new)));
	}

	<T> T run(String verb, Script<T> script, String key, List<String> names, String... args) {
		return call(verb, key, () -> script.reply(this.transport.get().run(script, names, args)));
	}

	<T> T call(String verb, String key, Supplier<@Nullable T> command) {
		T reply;
		try {
			reply = command.get();
		}
		catch (RuntimeException ex) {
			throw RedisFailures.translate(attempt(verb, key), ex);
		}
		if (reply == null) {
			// Not "busy": rule S (outside transactions).
			throw RedisFailures.noReply(attempt(verb, key));
		}
		return reply;
	}

	static String attempt(String verb, String key) {
		return verb + " lock '" + key + "'";
	}

	/** Returns whether the topology is known, so that no request for it is needed. */
	boolean knowsTopology() {
		return this.topology != null;
	}

	Topology topology() {
		Topology known = this.topology;
		if (known == null) {
			known = Topology.of(this.factory);
			this.topology = known;
		}
		return known;
	}

	/**
	 * Returns a script with the constants of this store. Use it for each script that
	 * includes {@code lock.lua}.
	 */
	<T> Script<T> script(String verb, String key, Script<T> script) {
		ScriptConstants known = this.constants;
		if (known == null) {
			Topology servers = call(verb, key, this::topology);
			known = new ScriptConstants(GrantMessage.channels(this.prefix), servers != Topology.SINGLE);
			this.constants = known;
		}
		return known.in(script);
	}

	/**
	 * Holds a script with its keys, its arguments and the conversion of its reply.
	 *
	 * @param <R> the type of the script's reply
	 * @param <T> the type of the result
	 * @param verb the verb for messages, such as "release"
	 * @param key the key of the lock
	 * @param script the script
	 * @param names the full names of its keys
	 * @param args its arguments
	 * @param result converts a reply to a result
	 */
	record Command<R, T>(String verb, String key, Script<R> script, List<String> names, List<String> args,
			Function<R, T> result) {
	}

}

package io.lockstarter.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.lockstarter.store.Contention;
import io.lockstarter.store.GiveWayReply;
import io.lockstarter.store.Holder;
import io.lockstarter.store.QueuePlace;
import io.lockstarter.store.ReleaseReply;
import io.lockstarter.store.RenewReply;
import io.lockstarter.store.Renewal;
import org.jspecify.annotations.Nullable;

import org.springframework.core.io.ClassPathResource;
import org.springframework.data.redis.core.script.DefaultRedisScript;

/**
 * Holds one of the scripts in {@code scripts/*.lua}, with the shared functions of
 * {@code lock.lua}. A script that includes them is sent with the constants of the store
 * ({@link ScriptConstants}). It is read and hashed once. The plain
 * {@link DefaultRedisScript} takes a Java lock at every call, to see whether its source
 * has changed.
 *
 * @param <T> the type of its result
 */
public final class Script<T> extends DefaultRedisScript<T> {

	public static final Script<List<Object>> CONTEND = list("contend", Replies::isContention, List::isEmpty);

	static final Script<Long> RELEASE = new Script<>("release", Long.class, (reply) -> true, (reply) -> false);

	static final Script<List<Object>> RELEASE_ALL = list("release_all", Replies::areNumbers, (replies) -> false);

	static final Script<List<Object>> GIVE_WAY = list("give_way", Replies::isTurn, (reply) -> reply.get(0).equals(2L));

	public static final Script<List<Object>> RENEW = list("renew", Replies::areNumbers,
			(replies) -> replies.contains(1L));

	static final Script<String> FENCE = new Script<>("fence", String.class, Replies::isNumber,
			(number) -> !number.equals("0"));

	public static final Script<List<Object>> INSPECT = list("inspect", Replies::isHolder, (reply) -> false);

	static final Script<String> FORCE_RELEASE = new Script<>("force_release", String.class, Replies::isForcedRelease,
			(reply) -> false);

	static final Script<List<Object>> SCAN = list("scan", Replies::isPage, (reply) -> false);

	private final Class<T> type;

	private final String text;

	private final String sha1;

	private final Predicate<T> shape;

	private final Predicate<T> gives;

	Script(String name, Class<T> resultType, Predicate<T> shape, Predicate<T> gives) {
		this(resultType, shape, gives, including(including(including(read(name), "lock"), "claims"), "claim_lookup"));
	}

	private Script(Class<T> resultType, Predicate<T> shape, Predicate<T> gives, String text) {
		this.type = resultType;
		this.shape = shape;
		this.gives = gives;
		setScriptText(text);
		setResultType(resultType);
		this.text = super.getScriptAsString();
		this.sha1 = super.getSha1();
	}

	/**
	 * Returns the arguments of {@link #RENEW}. Usually all ttls are equal. Then only one
	 * is sent, which saves the server a third of the keys and arguments.
	 * @param part the leases to renew, at least one
	 * @return the tokens, and one ttl for all leases or one for each
	 */
	public static List<String> renewArguments(List<Renewal> part) {
		List<String> tokens = part.stream().map((entry) -> entry.lease().token()).toList();
		List<String> ttls = part.stream().map((entry) -> Long.toString(entry.ttlMillis())).toList();
		boolean same = ttls.stream().distinct().count() == 1;
		return Stream.concat(tokens.stream(), same ? ttls.stream().limit(1) : ttls.stream()).toList();
	}

	@SuppressWarnings({ "unchecked", "rawtypes" })
	static Script<List<Object>> list(String name, Predicate<List<Object>> shape, Predicate<List<Object>> gives) {
		return new Script<>(name, (Class) List.class, shape, gives);
	}

	/** Returns this script with another text. */
	Script<T> with(UnaryOperator<String> change) {
		return new Script<>(this.type, this.shape, this.gives, change.apply(this.text));
	}

	/** Returns whether a reply means that the lock was acquired or renewed. */
	boolean gives(T reply) {
		return this.gives.test(reply);
	}

	/**
	 * Returns a reply of the client, or {@code null} if this script cannot return it.
	 */
	@SuppressWarnings("unchecked")
	@Nullable T reply(@Nullable Object reply) {
		return (this.type.isInstance(reply) && this.shape.test((T) reply)) ? (T) reply : null;
	}

	private static String including(String text, String shared) {
		String line = "\n-- " + shared + ".lua\n";
		return text.contains(line) ? text.replace(line, "\n" + read(shared)) : text;
	}

	private static String read(String name) {
		try {
			return new ClassPathResource("scripts/" + name + ".lua", Script.class)
				.getContentAsString(StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public String getSha1() {
		return this.sha1;
	}

	@Override
	public String getScriptAsString() {
		return this.text;
	}

	/** Converts the replies of the scripts to the types of the store. */
	static final class Replies {

		private Replies() {
		}

		static boolean isContention(List<Object> reply) {
			return reply.isEmpty() || (begins(reply, String.class, Long.class, Long.class) && isPlace(reply, 2));
		}

		static boolean isTurn(List<Object> reply) {
			return begins(reply, Long.class, Long.class) && isPlace(reply, 1);
		}

		private static boolean isPlace(List<Object> reply, int state) {
			return reply.get(state).equals(0L) || (reply.size() > state + 1 && reply.get(state + 1) instanceof Long);
		}

		static boolean isHolder(List<Object> reply) {
			return reply.isEmpty() || begins(reply, String.class, Long.class);
		}

		static boolean isPage(List<Object> reply) {
			return begins(reply, String.class, List.class);
		}

		static boolean areNumbers(List<Object> reply) {
			return reply.stream().allMatch(Long.class::isInstance);
		}

		static boolean isNumber(String reply) {
			return !reply.isEmpty() && reply.length() < 19 && reply.chars().allMatch((c) -> c >= '0' && c <= '9');
		}

		static boolean isForcedRelease(String reply) {
			return reply.equals("-1") || isNumber(reply);
		}

		private static boolean begins(List<Object> reply, Class<?>... types) {
			return reply.size() >= types.length
					&& IntStream.range(0, types.length).allMatch((i) -> types[i].isInstance(reply.get(i)));
		}

		static Contention contention(List<Object> reply) {
			return reply.isEmpty() ? Contention.WON : new Contention(holder(reply), place(reply, 2));
		}

		/**
		 * Returns the place in the queue. The state is 0: not in the queue, 1: in the
		 * queue, 2: in the queue, but the server counts no subscriber.
		 */
		private static @Nullable QueuePlace place(List<Object> reply, int state) {
			return reply.get(state).equals(0L) ? null
					: new QueuePlace((Long) reply.get(state + 1), reply.get(state).equals(1L));
		}

		static Holder holder(List<Object> reply) {
			return new Holder((String) reply.get(0), (Long) reply.get(1));
		}

		static GiveWayReply turn(List<Object> reply) {
			return switch (((Long) reply.get(0)).intValue()) {
				case 2 -> GiveWayReply.KEPT;
				case 1 -> new GiveWayReply(ReleaseReply.RELEASED, place(reply, 1));
				default -> GiveWayReply.over(ReleaseReply.NOT_MINE);
			};
		}

		static ReleaseReply release(Object reply) {
			return switch (((Long) reply).intValue()) {
				case 1 -> ReleaseReply.RELEASED;
				case 0 -> ReleaseReply.NOT_MINE;
				default -> ReleaseReply.FAILED;
			};
		}

		static RenewReply renewal(Object reply) {
			return switch (((Long) reply).intValue()) {
				case 1 -> RenewReply.RENEWED;
				case 0 -> RenewReply.NOT_MINE;
				default -> RenewReply.FAILED;
			};
		}

	}

}

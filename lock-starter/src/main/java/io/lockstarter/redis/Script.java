package io.lockstarter.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

import org.springframework.core.io.ClassPathResource;
import org.springframework.data.redis.core.script.DefaultRedisScript;

/**
 * A script of {@code scripts/*.lua} with what they share, read and hashed once: the plain
 * {@link DefaultRedisScript} takes a lock at every call to see whether its source has
 * changed.
 *
 * @param <T> the type of its result
 */
public final class Script<T> extends DefaultRedisScript<T> {

	public static final Script<List<Object>> CONTEND = list("contend", List::isEmpty);

	static final Script<Long> RELEASE = new Script<>("release", Long.class, (reply) -> false);

	static final Script<List<Object>> RELEASE_ALL = list("release_all", (replies) -> false);

	static final Script<List<Object>> GIVE_WAY = list("give_way", (reply) -> reply.get(0).equals(2L));

	public static final Script<List<Object>> RENEW = list("renew", (replies) -> replies.contains(1L));

	static final Script<String> FENCE = new Script<>("fence", String.class, (number) -> !number.equals("0"));

	public static final Script<List<Object>> INSPECT = list("inspect", (reply) -> false);

	private final String text;

	private final String sha1;

	private final Predicate<T> gives;

	private Script(String name, Class<T> resultType, Predicate<T> gives) {
		this.gives = gives;
		setScriptText(read(name).replace("\n-- lock.lua\n", "\n" + read("lock")));
		setResultType(resultType);
		this.text = super.getScriptAsString();
		this.sha1 = super.getSha1();
	}

	@SuppressWarnings({ "unchecked", "rawtypes" })
	private static Script<List<Object>> list(String name, Predicate<List<Object>> gives) {
		return new Script<>(name, (Class) List.class, gives);
	}

	/** Whether a reply says that a lock is ours from now on, or for longer. */
	boolean gives(T reply) {
		return this.gives.test(reply);
	}

	/** A reply of the client's, if it has the right type. */
	@SuppressWarnings("unchecked")
	@Nullable T reply(@Nullable Object reply) {
		Class<T> type = getResultType();
		return (type != null && type.isInstance(reply)) ? (T) reply : null;
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

}

package io.lockstarter.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

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

	public static final Script<List<Object>> CONTEND = list("contend");

	static final Script<Long> RELEASE = new Script<>("release", Long.class);

	static final Script<List<Object>> RELEASE_ALL = list("release_all");

	static final Script<List<Object>> GIVE_WAY = list("give_way");

	public static final Script<List<Object>> RENEW = list("renew");

	static final Script<String> FENCE = new Script<>("fence", String.class);

	public static final Script<List<Object>> INSPECT = list("inspect");

	private final String text;

	private final String sha1;

	private Script(String name, Class<T> resultType) {
		setScriptText(read(name).replace("\n-- lock.lua\n", "\n" + read("lock")));
		setResultType(resultType);
		this.text = super.getScriptAsString();
		this.sha1 = super.getSha1();
	}

	@SuppressWarnings({ "unchecked", "rawtypes" })
	private static Script<List<Object>> list(String name) {
		return new Script<>(name, (Class) List.class);
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

package io.lockstarter.redlock;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;

import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.codec.Base16;
import io.lockstarter.redis.Script;

import org.springframework.core.io.ClassPathResource;

/**
 * Runs a script on a node: by its hash, or by its text if the node does not know it.
 *
 * @param <T> the type of its result
 */
final class NodeScript<T> {

	static final NodeScript<List<Object>> CONTEND = shared(Script.CONTEND);

	static final NodeScript<List<Object>> RENEW = shared(Script.RENEW);

	static final NodeScript<List<Object>> INSPECT = shared(Script.INSPECT);

	static final NodeScript<List<Object>> FENCE = new NodeScript<>(read("fence"), ScriptOutputType.MULTI);

	static final NodeScript<Long> RAISE = new NodeScript<>(read("raise"), ScriptOutputType.INTEGER);

	static final NodeScript<List<Object>> RELEASE = new NodeScript<>(read("release"), ScriptOutputType.MULTI);

	private final String text;

	private final String sha1;

	private final ScriptOutputType type;

	private NodeScript(String text, ScriptOutputType type) {
		this.text = text;
		this.sha1 = Base16.digest(text.getBytes(StandardCharsets.UTF_8));
		this.type = type;
	}

	private static NodeScript<List<Object>> shared(Script<?> script) {
		return new NodeScript<>(script.getScriptAsString(), ScriptOutputType.MULTI);
	}

	private static String read(String name) {
		try {
			return new ClassPathResource("scripts/" + name + ".lua", NodeScript.class)
				.getContentAsString(StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	String text() {
		return this.text;
	}

	String sha1() {
		return this.sha1;
	}

	ScriptOutputType type() {
		return this.type;
	}

	/**
	 * Runs the script.
	 * @param connection the connection
	 * @param wanted whether the reply is still needed; if not, the text is not sent,
	 * since later commands may have been sent before it
	 * @param keys the keys
	 * @param args the arguments
	 * @return the reply
	 */
	CompletableFuture<T> run(NodeConnection connection, BooleanSupplier wanted, String[] keys, String[] args) {
		return connection.evalsha(this, keys, args)
			.exceptionallyCompose((failure) -> (isUnknown(failure) && wanted.getAsBoolean())
					? connection.eval(this, keys, args) : CompletableFuture.failedFuture(failure));
	}

	private static boolean isUnknown(Throwable failure) {
		return RedlockFailures.unwrapped(failure) instanceof RedisNoScriptException;
	}

}

package io.lockstarter.redis.check;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.IntegerOutput;
import io.lockstarter.redis.RedisFailures;
import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.ReturnType;
import org.springframework.data.redis.connection.lettuce.LettuceConnection;

/**
 * Finds missing permissions of a user. It tries each command on a key that no lock has.
 * The error of a refused script does not name the command, and EVAL is not used while the
 * server knows the scripts. Permissions that only make locks faster are not tried.
 */
final class MissingRights {

	private static final byte[] VALUE = bytes("trial");

	private static final String NO_SCRIPT = "0".repeat(40);

	private static final Pattern COMMAND = Pattern.compile("^NOPERM.* run the '([^' ]+)' command");

	private final RedisConnection connection;

	private final byte[] key;

	private final String keys;

	private final boolean replicas;

	private final Set<String> missing = new LinkedHashSet<>();

	/**
	 * Creates the search, without sending commands.
	 * @param connection the connection of the user
	 * @param prefix the prefix of every key in Redis
	 * @param key the key for the commands; it expires
	 * @param replicas whether replicas have to acknowledge locks, which needs Lettuce
	 */
	MissingRights(RedisConnection connection, String prefix, String key, boolean replicas) {
		this.connection = connection;
		this.key = bytes(prefix + key);
		this.keys = "~" + prefix + "*";
		this.replicas = replicas;
	}

	/**
	 * Tries all commands.
	 * @return the missing ACL rules, such as {@code ~lock:*} and {@code +set}
	 */
	Set<String> find() {
		boolean exists = tryIt("+set",
				() -> this.connection.execute("SET", this.key, VALUE, bytes("PX"), bytes("1000")));
		if (exists || this.missing.contains(this.keys)) {
			tryIt("+append", () -> this.connection.stringCommands().append(this.key, VALUE));
		}
		else if (!this.missing.isEmpty()) {
			// APPEND is not tried, since it would create a key without an expiry.
			this.missing.add("+append");
		}
		tryIt("+get", () -> this.connection.stringCommands().get(this.key));
		tryIt("+pttl", () -> this.connection.keyCommands().pTtl(this.key));
		tryIt("+pexpire", () -> this.connection.keyCommands().pExpire(this.key, 1000));
		tryIt("+del", () -> this.connection.keyCommands().del(this.key));
		tryIt("+eval",
				() -> this.connection.scriptingCommands().eval(bytes("return 1"), ReturnType.INTEGER, 1, this.key));
		tryIt("+evalsha",
				() -> this.connection.scriptingCommands().evalSha(NO_SCRIPT, ReturnType.INTEGER, 1, this.key));
		tryIt("+time", () -> this.connection.serverCommands().time());
		if (this.replicas) {
			tryIt("+wait", () -> OnLettuce.waitForNoReplica(this.connection));
		}
		return this.missing;
	}

	/**
	 * Returns the ACL rule that allows the refused command. The client may have sent an
	 * additional command, such as CLUSTER SLOTS.
	 * @param reply the server's reply
	 * @return the rule; {@code null} if the reply names no command
	 */
	static @Nullable String rule(String reply) {
		Matcher command = COMMAND.matcher(reply);
		return command.find() ? "+" + command.group(1).toLowerCase(Locale.ROOT) : null;
	}

	/**
	 * Tries one command. Failures for other reasons are found by the trial lock.
	 * @return whether the command succeeded
	 */
	private boolean tryIt(String rule, Runnable command) {
		try {
			command.run();
			return true;
		}
		catch (RuntimeException ex) {
			if (RedisFailures.isMissingRight(ex)) {
				String reply = String.valueOf(RedisFailures.serverReply(ex));
				this.missing.add(isAboutTheKey(reply) ? this.keys : Objects.requireNonNullElse(rule(reply), rule));
			}
			return false;
		}
	}

	private static boolean isAboutTheKey(String reply) {
		return reply.contains(" key") && !reply.contains("' command");
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

	/** Sends WAIT, which Spring does not offer. Loaded only if Lettuce is present. */
	private static final class OnLettuce {

		static void waitForNoReplica(RedisConnection connection) {
			((LettuceConnection) connection).execute("WAIT", new IntegerOutput<>(ByteArrayCodec.INSTANCE), bytes("0"),
					bytes("0"));
		}

	}

}

package io.lockstarter.redis.check;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Set;

import io.lockstarter.redis.RedisFailures;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.ReturnType;

/**
 * Finds the rights that a user lacks, by trying each command on a key that no lock has. A
 * script that is refused does not name the command that it was about, and EVAL is not
 * needed while the server has our scripts. Rights without which locks work, only slower,
 * are not tried.
 */
final class MissingRights {

	private static final byte[] VALUE = bytes("trial");

	private static final String NO_SCRIPT = "0".repeat(40);

	private final RedisConnection connection;

	private final byte[] key;

	private final String keys;

	private final Set<String> missing = new LinkedHashSet<>();

	/**
	 * Tries nothing yet.
	 * @param connection the connection of the user
	 * @param prefix what every key in Redis starts with
	 * @param key the key to try commands on; it expires
	 */
	MissingRights(RedisConnection connection, String prefix, String key) {
		this.connection = connection;
		this.key = bytes(prefix + key);
		this.keys = "~" + prefix + "*";
	}

	/**
	 * Tries all of them.
	 * @return rules of an ACL, such as {@code ~lock:*} and {@code +set}
	 */
	Set<String> find() {
		boolean exists = tryIt("+set",
				() -> this.connection.execute("SET", this.key, VALUE, bytes("PX"), bytes("1000")));
		if (exists || this.missing.contains(this.keys)) {
			tryIt("+append", () -> this.connection.stringCommands().append(this.key, VALUE));
		}
		else if (!this.missing.isEmpty()) {
			// Not tried: it would create a key without an expiry.
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
		return this.missing;
	}

	/** All that fails for another reason is left to the trial lock. */
	private boolean tryIt(String rule, Runnable command) {
		try {
			command.run();
			return true;
		}
		catch (RuntimeException ex) {
			if (RedisFailures.isMissingRight(ex)) {
				this.missing.add(isAboutTheKey(ex) ? this.keys : rule);
			}
			return false;
		}
	}

	private static boolean isAboutTheKey(Throwable failure) {
		String reply = String.valueOf(RedisFailures.serverReply(failure));
		return reply.contains(" key") && !reply.contains("' command");
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

}

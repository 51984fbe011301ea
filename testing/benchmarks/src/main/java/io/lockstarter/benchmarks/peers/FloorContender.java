package io.lockstarter.benchmarks.peers;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;

/**
 * Plain Lettuce: {@code SET NX PX}, then a script that compares and deletes. It retries
 * every millisecond while the key is busy.
 */
final class FloorContender implements Contender {

	private static final String RELEASE = """
			if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end
			return 0
			""";

	private static final long POLL_NANOS = 1_000_000;

	private final SetArgs ifAbsent = SetArgs.Builder.nx().px(ContenderSettings.LEASE);

	private final RedisClient client;

	private final StatefulRedisConnection<String, String> connection;

	private final RedisCommands<String, String> redis;

	private final String release;

	FloorContender(ContenderSettings settings) {
		this.client = RedisClient.create(RedisURI.create(ContenderSettings.HOST, settings.port()));
		this.connection = this.client.connect();
		this.redis = this.connection.sync();
		this.release = this.redis.scriptLoad(RELEASE);
	}

	@Override
	public HeldLock lock(String key) {
		String token = Long.toHexString(ThreadLocalRandom.current().nextLong());
		while (this.redis.set(key, token, this.ifAbsent) == null) {
			LockSupport.parkNanos(POLL_NANOS);
		}
		return () -> unlock(key, token);
	}

	private void unlock(String key, String token) {
		Long deleted = this.redis.evalsha(this.release, ScriptOutputType.INTEGER, new String[] { key }, token);
		if (deleted != 1) {
			throw new IllegalStateException("Lost " + key);
		}
	}

	@Override
	public void close() {
		this.connection.close();
		this.client.shutdown();
	}

}

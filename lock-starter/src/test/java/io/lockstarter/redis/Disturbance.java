package io.lockstarter.redis;

import io.lockstarter.embedded.EmbeddedCluster;
import io.lockstarter.testsupport.RedisFixture;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Puts a real server into a state in which it answers every lock command with one error.
 */
enum Disturbance {

	READONLY {

		@Override
		void begin(RedisFixture redis) {
			redis.command("REPLICAOF", "127.0.0.1", "1");
		}

		@Override
		void end(RedisFixture redis) {
			redis.command("REPLICAOF", "NO", "ONE");
		}

	},

	NOREPLICAS {

		@Override
		void begin(RedisFixture redis) {
			redis.command("CONFIG", "SET", "min-replicas-to-write", "1");
		}

		@Override
		void end(RedisFixture redis) {
			redis.command("CONFIG", "SET", "min-replicas-to-write", "0");
		}

	},

	OOM {

		@Override
		void begin(RedisFixture redis) {
			redis.command("CONFIG", "SET", "maxmemory", "1");
		}

		@Override
		void end(RedisFixture redis) {
			redis.command("CONFIG", "SET", "maxmemory", "0");
		}

	},

	BUSY {

		@Override
		void begin(RedisFixture redis) {
			redis.command("CONFIG", "SET", "lua-time-limit", "1");
			inBackground(redis, "EVAL", "while true do end", "0");
			awaitError(redis, "BUSY");
		}

		@Override
		void end(RedisFixture redis) {
			redis.command("SCRIPT", "KILL");
		}

	},

	LOADING {

		@Override
		void begin(RedisFixture redis) {
			assumeTrue(redis.majorVersion() >= 7, "Redis before 7 hardly answers while it loads");
			redis.command("DEBUG", "POPULATE", "5000");
			redis.command("CONFIG", "SET", "loading-process-events-interval-bytes", "1024");
			// Microseconds per key: the server would load for 15 s.
			redis.command("CONFIG", "SET", "key-load-delay", "3000");
			inBackground(redis, "DEBUG", "RELOAD");
			awaitError(redis, "LOADING");
		}

		@Override
		void end(RedisFixture redis) {
			redis.command("CONFIG", "SET", "key-load-delay", "0");
			await().ignoreExceptions().until(() -> redis.command("GET", "any") != null);
		}

	},

	CLUSTERDOWN {

		@Override
		String[] options() {
			return RedisClusterBatchTests.clusterOfOne();
		}

		@Override
		void prepare(RedisFixture redis) {
			redis.command(EmbeddedCluster.slotCommand("ADDSLOTS", 0, 16_383));
			await().until(() -> redis.command("CLUSTER", "INFO").text().contains("cluster_state:ok"));
		}

		@Override
		void begin(RedisFixture redis) {
			redis.command(EmbeddedCluster.slotCommand("DELSLOTS", 0, 16_382));
		}

		@Override
		void end(RedisFixture redis) {
			redis.command(EmbeddedCluster.slotCommand("ADDSLOTS", 0, 16_382));
		}

	};

	/** Returns the arguments of the server. */
	String[] options() {
		return new String[0];
	}

	void prepare(RedisFixture redis) {
	}

	abstract void begin(RedisFixture redis);

	abstract void end(RedisFixture redis);

	private static void inBackground(RedisFixture redis, String... command) {
		Thread thread = new Thread(() -> {
			try {
				redis.command(command);
			}
			catch (IllegalStateException ex) {
				// SCRIPT KILL ends the script
			}
		});
		thread.setDaemon(true);
		thread.start();
	}

	private static void awaitError(RedisFixture redis, String error) {
		await().until(() -> {
			try {
				redis.command("GET", "any");
				return false;
			}
			catch (IllegalStateException ex) {
				return String.valueOf(ex.getMessage()).contains(error);
			}
		});
	}

}

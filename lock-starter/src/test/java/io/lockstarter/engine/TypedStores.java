package io.lockstarter.engine;

import io.lockstarter.memory.InMemoryLockStore;
import io.lockstarter.redis.RedisLockStore;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.MonotonicClock;
import io.lockstarter.testsupport.RedisClient;
import io.lockstarter.testsupport.RedisFixture;

/** Lists the lock servers that offer all types of locks. */
enum TypedStores {

	MEMORY {
		@Override
		LockStore open(RedisFixture redis) {
			return new InMemoryLockStore(MonotonicClock.system());
		}
	},

	REDIS {
		@Override
		LockStore open(RedisFixture redis) {
			return new RedisLockStore(RedisFixture.ready(redis.connect(RedisClient.LETTUCE)), "lock:");
		}
	};

	abstract LockStore open(RedisFixture redis);

}

package io.lockstarter.redis;

import java.lang.reflect.Proxy;
import java.util.List;

import io.lockstarter.store.LockStore;
import io.lockstarter.store.Release;
import io.lockstarter.store.StoreException.Outcome;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;

import static io.lockstarter.redis.FailureAssertions.everyWriteFails;
import static io.lockstarter.redis.FailureAssertions.fails;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests a client that returns null, as in a transaction: rule S (outside transactions).
 */
class NoReplyTests {

	private final RedisConnection mute = nullAnswering(RedisConnection.class, null);

	private final LockStore store = new RedisLockStore(nullAnswering(RedisConnectionFactory.class, this.mute), "lock:");

	@Test
	void noReplyIsUnknownAndNeverBusy() {
		everyWriteFails(this.store, Outcome.UNKNOWN, "no reply");
		fails(() -> this.store.inspect("key"), Outcome.UNKNOWN, "no reply");
	}

	@Test
	void emptyBatchNeedsNoReply() {
		assertThat(this.store.renew(List.of())).isEmpty();
		assertThat(this.store.releaseAll(List.<Release>of())).isEmpty();
	}

	private static <T> T nullAnswering(Class<T> type, @Nullable Object connection) {
		return type
			.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type }, (proxy, method, args) -> {
				if (method.getReturnType() == boolean.class) {
					return false;
				}
				return method.getName().equals("getConnection") ? connection : null;
			}));
	}

}

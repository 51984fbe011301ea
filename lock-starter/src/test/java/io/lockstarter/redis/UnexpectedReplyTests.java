package io.lockstarter.redis;

import java.lang.reflect.Proxy;
import java.util.List;
import java.util.stream.Stream;

import io.lockstarter.store.LockStore;
import io.lockstarter.store.QueueRequest;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import io.lockstarter.store.StoreException.Outcome;
import io.lockstarter.testsupport.RedisClient;
import io.lockstarter.testsupport.RedisFixture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Protocol;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;

import static io.lockstarter.redis.FailureAssertions.fails;
import static io.lockstarter.testsupport.TestLease.renewal;
import static org.assertj.core.api.Assertions.assertThat;

/** Tests a client that returns the reply of another command. */
@Timeout(60)
class UnexpectedReplyTests {

	private static final String WORDS = "no reply or an unexpected one";

	static Stream<Object> repliesOfNoScript() {
		return Stream.of("OK", "", List.of("unsubscribe", "lock:wake:1:me", 0L), List.of("message"), List.of(1L, 1L),
				List.of("holder", "1"));
	}

	@ParameterizedTest
	@MethodSource("repliesOfNoScript")
	void unexpectedReplyIsUnknown(Object reply) {
		LockStore store = new RedisLockStore(
				answering(RedisConnectionFactory.class, answering(RedisConnection.class, reply)), "lock:");
		QueueRequest wait = new QueueRequest(10_000, 10_000, false, true);
		fails(() -> store.release(new Release("key", "mine", 0)), Outcome.UNKNOWN, WORDS);
		fails(() -> store.acquireFenced("key", "mine", 1000, 1), Outcome.UNKNOWN, WORDS);
		fails(() -> store.renew(List.of(renewal("key", "mine", 1000))), Outcome.UNKNOWN, WORDS);
		fails(() -> store.releaseAll(List.of(new Release("key", "mine", 0))), Outcome.UNKNOWN, WORDS);
		fails(() -> store.contend("key", "mine", 1000, wait), Outcome.UNKNOWN, WORDS);
		if (!(reply instanceof List<?> list) || list.size() < 2 || list.get(0) instanceof Long) {
			fails(() -> store.inspect("key"), Outcome.UNKNOWN, WORDS);
		}
		if (!List.of(1L, 1L).equals(reply)) {
			fails(() -> store.giveWay("key", "mine", 1000, "next", wait), Outcome.UNKNOWN, WORDS);
		}
	}

	/** An earlier user of the pool left an unread reply in the connection. */
	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void connectionWithAForeignReplyIsNotUsedAgain(boolean unified) {
		try (RedisFixture redis = RedisFixture.start()) {
			JedisConnectionFactory factory = (JedisConnectionFactory) redis.connect(RedisClient.JEDIS);
			factory.stop();
			factory.setUseUnifiedJedis(unified);
			factory.start();
			LockStore store = new RedisLockStore(RedisFixture.ready(factory), "lock:");
			leaveReplyBehind(factory);
			fails(() -> store.release(new Release("key", "t:1", 0)), Outcome.UNKNOWN);
			// It may fail again if the client no longer reads from the connection.
			if (!unified) {
				fails(() -> store.release(new Release("key", "t:1", 0)), Outcome.UNKNOWN);
			}
			assertThat(store.acquire("key", "t:1", 10_000)).isTrue();
			assertThat(store.acquire("key", "t:2", 10_000)).isFalse();
			assertThat(store.release(new Release("key", "t:1", 0))).isEqualTo(ReleaseReply.RELEASED);
		}
	}

	private static void leaveReplyBehind(JedisConnectionFactory factory) {
		try (RedisConnection connection = factory.getConnection()) {
			Object client = connection.getNativeConnection();
			if (client instanceof Jedis jedis) {
				jedis.getConnection().sendCommand(Protocol.Command.TIME);
				return;
			}
			try (Connection pooled = ((redis.clients.jedis.RedisClient) client).getPool().getResource()) {
				pooled.sendCommand(Protocol.Command.TIME);
			}
		}
	}

	@Test
	void invalidNumbersAreNotAccepted() {
		assertThat(Script.FENCE.reply("12x")).isNull();
		assertThat(Script.FENCE.reply("9".repeat(19))).isNull();
		assertThat(Script.FENCE.reply("1700000000000001")).isNotNull();
	}

	private static <T> T answering(Class<T> type, Object reply) {
		return type
			.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type }, (proxy, method, args) -> {
				if (method.getReturnType() == boolean.class) {
					return false;
				}
				return switch (method.getName()) {
					case "getConnection", "evalSha", "eval" -> reply;
					case "scriptingCommands" -> proxy;
					case "getNativeConnection" -> "client";
					default -> null;
				};
			}));
	}

}

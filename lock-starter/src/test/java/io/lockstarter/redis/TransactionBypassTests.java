package io.lockstarter.redis;

import java.util.List;

import io.lockstarter.store.LockStore;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import io.lockstarter.store.RenewReply;
import io.lockstarter.testsupport.RedisClient;
import io.lockstarter.testsupport.RedisFixture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.RedisConnectionUtils;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionTemplate;

import static io.lockstarter.testsupport.TestLease.renewal;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Checks that lock commands are not queued if the application has bound a connection to
 * the thread: rule S (outside transactions).
 */
@ParameterizedClass
@EnumSource(RedisClient.class)
class TransactionBypassTests {

	private static RedisFixture redis;

	private final RedisConnectionFactory factory;

	private final LockStore store;

	private final StringRedisTemplate transactional;

	TransactionBypassTests(RedisClient client) {
		redis.command("FLUSHALL");
		this.factory = RedisFixture.ready(redis.connect(client));
		this.store = new RedisLockStore(this.factory, "lock:");
		this.transactional = new StringRedisTemplate(this.factory);
		this.transactional.setEnableTransactionSupport(true);
	}

	@BeforeAll
	static void start() {
		redis = RedisFixture.start().patient();
	}

	@AfterAll
	static void stop() {
		redis.close();
	}

	@Test
	void commandInATransactionIsAppliedAtOnce() {
		new TransactionTemplate(new NoResourceTransactionManager()).executeWithoutResult((status) -> {
			this.transactional.opsForValue().set("queued", "value");
			assertThat(redis.command("EXISTS", "queued").text()).isEqualTo("0");
			everyCommandIsApplied();
			assertThat(redis.command("EXISTS", "queued").text()).isEqualTo("0");
		});
		assertThat(redis.command("GET", "queued").text()).isEqualTo("value");
	}

	@Test
	void commandInAPipelineIsAppliedAtOnce() {
		RedisConnection bound = RedisConnectionUtils.bindConnection(this.factory);
		try {
			bound.openPipeline();
			everyCommandIsApplied();
			assertThat(bound.closePipeline()).isEmpty();
		}
		finally {
			RedisConnectionUtils.unbindConnection(this.factory);
		}
	}

	private void everyCommandIsApplied() {
		assertThat(this.store.acquire("key", "mine", 10_000)).isTrue();
		assertThat(redis.command("GET", "lock:key").text()).isEqualTo("mine");
		assertThat(this.store.contend("key", "mine", 10_000, null).holder()).isNull();
		assertThat(this.store.contend("key", "other", 10_000, null).holder()).isNotNull();
		assertThat(this.store.inspect("key")).isPresent();
		assertThat(this.store.renew(List.of(renewal("key", "mine", 20_000)))).containsExactly(RenewReply.RENEWED);
		assertThat(this.store.release(new Release("key", "mine", 0))).isEqualTo(ReleaseReply.RELEASED);
		assertThat(this.store.releaseAll(List.of(new Release("key", "mine", 0))))
			.containsExactly(ReleaseReply.NOT_MINE);
	}

	private static final class NoResourceTransactionManager extends AbstractPlatformTransactionManager {

		@Override
		protected Object doGetTransaction() {
			return new Object();
		}

		@Override
		protected void doBegin(Object transaction, TransactionDefinition definition) {
		}

		@Override
		protected void doCommit(DefaultTransactionStatus status) {
		}

		@Override
		protected void doRollback(DefaultTransactionStatus status) {
		}

	}

}

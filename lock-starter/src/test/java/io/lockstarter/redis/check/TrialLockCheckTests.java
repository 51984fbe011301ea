package io.lockstarter.redis.check;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;

import io.lockstarter.redis.RedisLockStore;
import io.lockstarter.redis.ReplicaAcks;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.QueueRequest;
import io.lockstarter.store.StoreException;
import io.lockstarter.store.StoreException.Outcome;
import io.lockstarter.testsupport.RedisClient;
import io.lockstarter.testsupport.RedisFixture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import org.springframework.data.redis.connection.RedisConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;

class TrialLockCheckTests {

	private static RedisFixture redis;

	@BeforeAll
	static void start() {
		redis = RedisFixture.start().patient();
	}

	@AfterAll
	static void stop() {
		redis.close();
	}

	/** Before 6.0, SET has no KEEPTTL. Without permission, INFO shows no version. */
	@Test
	void serverWithoutAnOptionOfTheQueueIsDangerous() {
		RedisConnectionFactory factory = RedisFixture.ready(redis.connect(RedisClient.LETTUCE));
		LockStore store = withoutKeepTtl(new RedisLockStore(factory, "lock:"));
		List<Finding> findings = new ServerChecks(factory, store, "lock:", ConnectionAdvice.ofProperties()).run();
		assertThat(findings).singleElement().satisfies((finding) -> {
			assertThat(finding.isDangerous()).isTrue();
			assertThat(finding.problem()).contains("A trial lock was refused", "syntax error");
			assertThat(finding.fix()).contains("Redis 6.0 or later");
		});
		assertThat(redis.command("KEYS", "*").items()).isEmpty();
	}

	@Test
	void permissionForWaitIsRequiredWithReplicaAcks() {
		redis.server().command("ACL SETUSER app on >secret ~lock:* &* +@all -wait -get".split(" "));
		RedisConnectionFactory factory = RedisFixture.ready(redis.connectAs(RedisClient.LETTUCE, "app", "secret"));
		ReplicaAcks acks = new ReplicaAcks(1, Duration.ofMillis(100), false);
		LockStore store = new RedisLockStore(factory, "lock:", acks);
		assertThat(new ServerChecks(factory, store, "lock:", ConnectionAdvice.ofProperties()).run()).singleElement()
			.satisfies((finding) -> assertThat(finding.fix()).isEqualTo("Grant it: ACL SETUSER app +get +wait"));
	}

	/** Refuses waiters in the queue, like such a server. */
	private static LockStore withoutKeepTtl(LockStore store) {
		return (LockStore) Proxy.newProxyInstance(LockStore.class.getClassLoader(), new Class<?>[] { LockStore.class },
				(proxy, method, arguments) -> {
					if (method.getName().equals("contend") && arguments[3] instanceof QueueRequest wait
							&& wait.again()) {
						throw new StoreException(Outcome.REFUSED, "Could not contend: ERR syntax error", null);
					}
					try {
						return method.invoke(store, arguments);
					}
					catch (InvocationTargetException ex) {
						throw ex.getTargetException();
					}
				});
	}

}

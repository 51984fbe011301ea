package io.lockstarter.redis;

import java.util.List;

import io.lockstarter.store.LockStore;
import io.lockstarter.store.Release;
import io.lockstarter.store.StoreException;
import io.lockstarter.store.StoreException.Outcome;
import io.lockstarter.testsupport.RedisClient;
import io.lockstarter.testsupport.RedisFixture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import static io.lockstarter.redis.FailureAssertions.everyScriptFails;
import static io.lockstarter.redis.FailureAssertions.everyWriteFails;
import static io.lockstarter.redis.FailureAssertions.fails;
import static io.lockstarter.testsupport.TestLease.renewal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/** Checks the outcome of each error reply, on real servers that fail. */
@ParameterizedClass
@EnumSource(RedisClient.class)
@Timeout(60)
class ServerErrorOutcomeTests {

	private final RedisClient client;

	private final RedisFixture redis = RedisFixture.start("--maxmemory-policy", "noeviction").patient();

	ServerErrorOutcomeTests(RedisClient client) {
		this.client = client;
	}

	@AfterEach
	void stop() {
		this.redis.close();
	}

	@Test
	void keyOfAnotherTypeIsRefused() {
		this.redis.command("LPUSH", "lock:key", "no lock");
		LockStore store = store();
		assertThat(store.acquire("key", "mine", 1000)).isFalse();
		everyScriptFails(store, Outcome.REFUSED, "WRONGTYPE", "what uses the key",
				"another distributed-lock.key-prefix");
	}

	@Test
	void replicaIsNotApplied() {
		this.redis.command("SET", "lock:key", "mine", "PX", "100000");
		this.redis.command("REPLICAOF", "127.0.0.1", "1");
		LockStore store = store();
		everyWriteFails(store, Outcome.NOT_APPLIED, "READONLY", "Connect to the master");
		assertThat(this.redis.command("GET", "lock:key").text()).isEqualTo("mine");
	}

	@Test
	void tooFewReplicasAreNotApplied() {
		this.redis.command("SET", "lock:key", "mine", "PX", "100000");
		this.redis.command("CONFIG", "SET", "min-replicas-to-write", "1");
		everyWriteFails(store(), Outcome.NOT_APPLIED, "NOREPLICAS", "min-replicas-to-write");
	}

	@Test
	void outOfMemoryIsNotAppliedExceptForReleaseAndRenewal() {
		this.redis.command("SET", "lock:key", "mine", "PX", "100000");
		this.redis.command("CONFIG", "SET", "maxmemory", "1mb");
		this.redis.command("CONFIG", "SET", "maxmemory", "100");
		LockStore store = store();
		fails(() -> store.acquire("free", "mine", 1000), Outcome.NOT_APPLIED, "OOM", "maxmemory");
		fails(() -> store.contend("free", "mine", 1000, null), Outcome.NOT_APPLIED, "OOM", "maxmemory");
		fails(() -> store.release(new Release("key", "mine", 1000)), Outcome.NOT_APPLIED, "OOM", "maxmemory");
		store.renew(List.of(renewal("key", "mine", 200_000)));
		assertThat(Long.parseLong(this.redis.command("PTTL", "lock:key").text())).isGreaterThan(100_000);
		store.release(new Release("key", "mine", 0));
		assertThat(this.redis.command("EXISTS", "lock:key").text()).isEqualTo("0");
	}

	@Test
	void busyServerIsNotApplied() throws Exception {
		this.redis.command("CONFIG", "SET", "lua-time-limit", "1");
		LockStore store = store();
		store.acquire("key", "mine", 60_000);
		Thread blocker = new Thread(() -> {
			try {
				this.redis.command("EVAL", "while true do end", "0");
			}
			catch (IllegalStateException ex) {
				// SCRIPT KILL ends the script
			}
		});
		blocker.start();
		try {
			assertThatExceptionOfType(StoreException.class).isThrownBy(() -> {
				while (true) {
					store.acquire("key", "mine", 1000);
				}
			}).satisfies((ex) -> assertThat(ex.outcome()).isEqualTo(Outcome.NOT_APPLIED)).withMessageContaining("BUSY");
		}
		finally {
			this.redis.command("SCRIPT", "KILL");
			blocker.join();
		}
	}

	@Test
	void missingPermissionForACommandIsRefused() {
		this.redis.command("ACL", "SETUSER", "weak", "on", ">secret", "~*", "+@connection", "+@read", "+evalsha",
				"+eval");
		LockStore store = new RedisLockStore(RedisFixture.ready(this.redis.connectAs(this.client, "weak", "secret")),
				"lock:");
		this.redis.command("SET", "lock:key", "mine", "PX", "100000");
		everyWriteFails(store, Outcome.REFUSED, "permission", "Grant it");
	}

	@Test
	void missingPermissionForTheKeysIsRefused() {
		this.redis.command("ACL", "SETUSER", "narrow", "on", ">secret", "~other:*", "+@all");
		LockStore store = new RedisLockStore(RedisFixture.ready(this.redis.connectAs(this.client, "narrow", "secret")),
				"lock:");
		everyWriteFails(store, Outcome.REFUSED, "NOPERM", "on the keys of the locks");
	}

	@Test
	void wrongPasswordIsRefused() {
		this.redis.command("ACL", "SETUSER", "user", "on", ">secret", "~*", "+@all");
		LockStore store = new RedisLockStore(this.redis.connectAs(this.client, "user", "wrong"), "lock:");
		eventuallyFails(store, Outcome.REFUSED, "WRONGPASS", "spring.data.redis.username");
	}

	@Test
	void missingPasswordIsRefused() {
		this.redis.command("CONFIG", "SET", "requirepass", "secret");
		eventuallyFails(new RedisLockStore(this.redis.connect(this.client), "lock:"), Outcome.REFUSED, "NOAUTH",
				"spring.data.redis.password");
	}

	@Test
	void unknownCommandIsRefused() {
		try (RedisFixture old = RedisFixture.start("--rename-command", "EVALSHA", "x", "--rename-command", "SET",
				"y")) {
			LockStore store = new RedisLockStore(RedisFixture.ready(old.connect(this.client)), "lock:");
			everyWriteFails(store, Outcome.REFUSED, "unknown command", "EVALSHA");
		}
	}

	private LockStore store() {
		return new RedisLockStore(RedisFixture.ready(this.redis.connect(this.client)), "lock:");
	}

	/**
	 * Repeats the check: if the server refuses a connection, Lettuce may see its end
	 * before the reason.
	 */
	private static void eventuallyFails(LockStore store, Outcome outcome, String... words) {
		await().untilAsserted(() -> fails(() -> store.acquire("key", "mine", 1000), outcome, words));
		await().untilAsserted(() -> fails(() -> store.release(new Release("key", "mine", 0)), outcome, words));
	}

}

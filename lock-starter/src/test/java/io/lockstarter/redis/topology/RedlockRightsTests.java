package io.lockstarter.redis.topology;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.lockstarter.embedded.EmbeddedRedis;
import io.lockstarter.redlock.NodeUri;
import io.lockstarter.redlock.RedlockSettings;
import io.lockstarter.redlock.RedlockStore;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.QueueRequest;
import io.lockstarter.store.Release;
import io.lockstarter.store.StoreException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static io.lockstarter.testsupport.TestLease.renewal;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Checks that the permissions for Redlock in docs/operations.md are enough and needed.
 */
@Timeout(120)
class RedlockRightsTests {

	private static final List<String> RULES = OperationsPage.rights("Redlock").get(0);

	private static final List<EmbeddedRedis> servers = new ArrayList<>();

	@BeforeAll
	static void start() {
		for (int i = 0; i < 3; i++) {
			servers.add(EmbeddedRedis.start());
		}
	}

	@AfterAll
	static void stop() {
		servers.forEach(EmbeddedRedis::close);
	}

	@Test
	void permissionsAreEnough() {
		try (WeakUser user = new WeakUser(servers, RULES)) {
			assertThat(failures()).isEmpty();
			assertThat(user.denied()).isEmpty();
		}
	}

	@Test
	void allPermissionsAreNeeded() {
		assertThat(RULES).hasSizeGreaterThan(5);
		for (String rule : RULES) {
			List<String> others = new ArrayList<>(RULES);
			others.remove(rule);
			try (WeakUser user = new WeakUser(servers, others)) {
				failures();
				assertThat(user.denied()).as("denied without %s", rule).isNotEmpty();
			}
		}
	}

	/** Runs all operations of the store, and returns the failures. */
	private static List<StoreException> failures() {
		for (EmbeddedRedis server : servers) {
			server.command("FLUSHALL");
			server.command("SCRIPT", "FLUSH");
			// A fencing number needs a second round if a counter is far ahead.
			server.command("SET", "lock:~fence:{lock:k}",
					Long.toString(TimeUnit.MILLISECONDS.toMicros(System.currentTimeMillis()) + 3_600_000_000L));
		}
		List<NodeUri> nodes = servers.stream()
			.map((server) -> NodeUri
				.parse("redis://" + WeakUser.NAME + ":" + WeakUser.PASSWORD + "@" + server.address()))
			.toList();
		List<StoreException> failures = new ArrayList<>();
		try (RedlockStore store = new RedlockStore(
				new RedlockSettings(nodes, Duration.ofSeconds(5), 0.01, "lock:", Duration.ofSeconds(1)), null)) {
			store.awaitConnected(Duration.ofSeconds(20));
			for (Runnable call : calls(store)) {
				try {
					call.run();
				}
				catch (StoreException ex) {
					failures.add(ex);
				}
			}
		}
		return failures;
	}

	private static List<Runnable> calls(LockStore store) {
		return List.of(() -> store.acquire("k", "mine", 10_000), () -> store.acquire("k", "other", 10_000),
				() -> store.contend("k", "mine", 20_000, null),
				() -> store.contend("k", "other:1", 20_000, new QueueRequest(10_000, 10_000, false, false)),
				() -> store.inspect("k"), () -> store.renew(List.of(renewal("k", "mine", 30_000))),
				() -> store.fence("k", "mine", 30_000, 1), () -> store.release(new Release("k", "mine", 50)),
				() -> store.releaseAll(List.of(new Release("k", "mine", 0))),
				() -> store.acquireFenced("f", "mine", 10_000, 2), () -> store.release(new Release("f", "mine", 0)));
	}

}

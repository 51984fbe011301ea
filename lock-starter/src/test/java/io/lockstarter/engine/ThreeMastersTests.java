package io.lockstarter.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

import io.lockstarter.LockAdmin;
import io.lockstarter.LockHandle;
import io.lockstarter.LockInfo;
import io.lockstarter.LockRequest;
import io.lockstarter.embedded.EmbeddedCluster;
import io.lockstarter.redis.RedisLockStore;
import io.lockstarter.testsupport.EachRedisClient;
import io.lockstarter.testsupport.RedisClient;
import io.lockstarter.testsupport.RedisFixture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;

import org.springframework.data.redis.connection.RedisConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;

/** Several locks and the tools for operators on a Cluster of three masters. */
@ParameterizedClass
@EachRedisClient
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ThreeMastersTests {

	private static final int LOCKS = 30;

	private static EmbeddedCluster cluster;

	private final RedisClient client;

	private final RedisConnectionFactory factory;

	private final RedisLockStore store;

	private final TestInstance instance;

	ThreeMastersTests(RedisClient client) {
		this.client = client;
		cluster.masters().forEach((master) -> master.command("FLUSHALL"));
		this.factory = RedisFixture.ready(RedisFixture.connect(client, cluster));
		this.store = new RedisLockStore(this.factory, "lock:");
		this.instance = new TestInstance(this.store);
	}

	@BeforeAll
	static void startCluster() {
		cluster = EmbeddedCluster.builder().masters(3).replicas(0).start();
	}

	@AfterAll
	static void stopCluster() {
		cluster.close();
	}

	@AfterEach
	void stop() {
		this.instance.close();
		this.client.stop(this.factory);
	}

	@Test
	void locksOnAllMastersAreAcquiredInOneRoundTrip() {
		try (TestInstance gated = new TestInstance(GatedStore.of(this.store, "acquire", 8))) {
			List<LockRequest> requests = IntStream.range(0, 8)
				.mapToObj((i) -> LockRequest.of("k" + i).withWaitTime(Duration.ofMinutes(1)))
				.toList();
			assertThat(masters(requests.stream().map(LockRequest::key).toList())).hasSize(3);
			LockHandle handle = gated.locks().acquire(requests);
			assertThat(handle.isHeld()).isTrue();
			assertThat(this.instance.locks().tryAcquire("k3")).isEmpty();
			handle.close();
			assertThat(this.instance.locks().tryAcquire("k3")).isPresent().get().satisfies(LockHandle::close);
		}
	}

	@Test
	void listVisitsAllMastersAndTheCursorNamesTheNode() {
		List<String> keys = IntStream.range(0, LOCKS).mapToObj((i) -> "order:" + i).toList();
		List<LockHandle> handles = keys.stream()
			.map((key) -> this.instance.locks().acquire(LockRequest.of(key).withTtl(Duration.ofMinutes(5))))
			.toList();
		assertThat(masters(keys)).hasSize(3);
		List<String> listed = new ArrayList<>();
		Set<String> nodes = new HashSet<>();
		LockAdmin.Page page = this.instance.locks().admin().list("order:", null, 5);
		listed.addAll(page.locks().stream().map(LockInfo::key).toList());
		while (page.next().isPresent()) {
			String cursor = page.next().get();
			assertThat(cursor).matches("\\d+@[0-9a-f]{40}");
			nodes.add(cursor.substring(cursor.indexOf('@')));
			page = this.instance.locks().admin().list("order:", cursor, 5);
			listed.addAll(page.locks().stream().map(LockInfo::key).toList());
		}
		assertThat(new HashSet<>(listed)).containsExactlyInAnyOrderElementsOf(keys);
		assertThat(nodes).hasSizeGreaterThanOrEqualTo(2);
		assertThat(this.instance.locks().admin().forceRelease("order:7")).isPresent();
		assertThat(handles.get(7).isHeld()).isFalse();
		handles.forEach(LockHandle::release);
	}

	private static Set<Integer> masters(List<String> keys) {
		Set<Integer> ports = new HashSet<>();
		keys.forEach((key) -> ports.add(cluster.masterOf("lock:" + key).port()));
		return ports;
	}

}

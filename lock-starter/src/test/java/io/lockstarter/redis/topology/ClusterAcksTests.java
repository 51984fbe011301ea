package io.lockstarter.redis.topology;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.stream.IntStream;

import io.lockstarter.LockHandle;
import io.lockstarter.embedded.EmbeddedCluster;
import io.lockstarter.embedded.EmbeddedRedis;
import io.lockstarter.embedded.resp.RespConnection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/** Checks that the replica of the key's master acknowledges a lock on a cluster. */
@Timeout(120)
class ClusterAcksTests {

	@Test
	void replicaOfTheRightMasterHasTheLock() {
		EmbeddedCluster cluster = SharedServers.cluster();
		try (App app = App.start("lettuce", "spring.data.redis.cluster.nodes=" + String.join(",", cluster.addresses()),
				"distributed-lock.replicas.min-acks=1", "distributed-lock.replicas.timeout=6s", App.PATIENT)) {
			IntStream.range(0, 30).forEach((i) -> {
				LockHandle handle = app.locks().acquire("acked:" + i);
				EmbeddedRedis replica = cluster.replicasOf(cluster.masterOf("lock:acked:" + i)).get(0);
				assertThat(read(replica, "lock:acked:" + i)).isEqualTo(handle.token());
				handle.close();
			});
		}
	}

	private static String read(EmbeddedRedis replica, String key) {
		try (RespConnection connection = RespConnection.open(replica.host(), replica.port(), Duration.ofSeconds(10))) {
			connection.call("READONLY");
			return connection.call("GET", key).text();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}

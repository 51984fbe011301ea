package io.lockstarter.engine;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.LockType;
import io.lockstarter.embedded.jvm.ChildJvm;
import io.lockstarter.redis.RedisLockStore;
import io.lockstarter.testsupport.RedisClient;
import io.lockstarter.testsupport.RedisFixture;
import io.lockstarter.testsupport.TestTimeouts;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Tests locks of several JVMs, some of which are killed (34, 35). */
@Timeout(180)
class LockTypesInManyJvmsTests {

	private static final int CLIENTS = 3;

	private static final LockRequest FAIR = LockRequest.of("k").withType(LockType.FAIR);

	@TempDir
	static Path logs;

	private static RedisFixture redis;

	private static TestInstance instance;

	private static final List<ChildJvm> CLIENT_JVMS = new ArrayList<>();

	@BeforeAll
	static void start() throws Exception {
		redis = RedisFixture.start().patient();
		for (int i = 0; i < CLIENTS; i++) {
			CLIENT_JVMS.add(startClient(i));
		}
		instance = new TestInstance(
				new RedisLockStore(RedisFixture.ready(redis.connect(RedisClient.LETTUCE)), "lock:"));
		for (ChildJvm client : CLIENT_JVMS) {
			assertThat(client.receive(TestTimeouts.LIMIT.multipliedBy(2))).isEqualTo("ready");
		}
	}

	private static ChildJvm startClient(int number) {
		return ChildJvm.start(
				ChildJvm.command(List.of("-XX:TieredStopAtLevel=1", "-Xmx128m"), ChildJvm.classPath(),
						TypedLockClient.class, List.of("" + redis.server().port())),
				logs.resolve("client-" + number + ".log"));
	}

	@AfterAll
	static void stop() {
		CLIENT_JVMS.forEach(ChildJvm::close);
		instance.close();
		redis.close();
	}

	@Test // 34
	void fairLockServesCallersOfThreeJvmsInTheOrderOfTheirRequests() throws Exception {
		LockHandle first = instance.locks().acquire(FAIR);
		int callers = 15;
		for (int i = 0; i < callers; i++) {
			// Not round-robin: some JVMs have neighbors in the queue.
			enqueue(CLIENT_JVMS.get((i * i) % CLIENTS), i);
		}
		first.close();
		awaitServed(IntStream.range(0, callers).boxed().toList());
	}

	@Test // 35
	void callersOfAKilledJvmArePassedAndItsPermitComesBack() throws Exception {
		ChildJvm doomed = startClient(CLIENTS);
		CLIENT_JVMS.add(doomed);
		assertThat(doomed.receive(TestTimeouts.LIMIT.multipliedBy(2))).isEqualTo("ready");
		doomed.send("permit s 1000");
		assertThat(doomed.receive(TestTimeouts.LIMIT)).isEqualTo("held");
		LockHandle first = instance.locks().acquire(FAIR);
		enqueue(CLIENT_JVMS.get(0), 0);
		enqueue(doomed, 1);
		enqueue(CLIENT_JVMS.get(1), 2);
		enqueue(doomed, 3);
		enqueue(CLIENT_JVMS.get(2), 4);
		doomed.close();
		first.close();
		awaitServed(List.of(0, 2, 4));
		instance.locks()
			.acquire(LockRequest.of("s").withType(LockType.SEMAPHORE).withPermits(1).withWaitTime(TestTimeouts.LIMIT))
			.close();
		await().untilAsserted(() -> assertThat(instance.locks().inspect("k")).isEmpty());
	}

	// The server has received the request when the caller is in the queue.
	private static void enqueue(ChildJvm client, int number) throws Exception {
		int waiting = waiting();
		client.send("fair k " + number);
		await().until(() -> waiting() == waiting + 1);
	}

	private static int waiting() {
		return instance.locks().inspect("k").orElseThrow().waiters().size();
	}

	private static void awaitServed(List<Integer> expected) {
		await().atMost(Duration.ofSeconds(60)).until(() -> served().size() >= expected.size());
		assertThat(served()).isEqualTo(expected);
		redis.command("DEL", TypedLockClient.SERVED);
	}

	private static List<Integer> served() {
		return redis.command("LRANGE", TypedLockClient.SERVED, "0", "-1")
			.items()
			.stream()
			.map((item) -> Integer.parseInt(item.text()))
			.toList();
	}

}

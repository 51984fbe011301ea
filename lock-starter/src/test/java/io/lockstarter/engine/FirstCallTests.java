package io.lockstarter.engine;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.LockServerException;
import io.lockstarter.embedded.proxy.Command;
import io.lockstarter.embedded.proxy.SlowReply;
import io.lockstarter.embedded.proxy.TcpProxy;
import io.lockstarter.redis.RedisLockStore;
import io.lockstarter.store.LockStore;
import io.lockstarter.testsupport.RedisClient;
import io.lockstarter.testsupport.RedisFixture;
import io.lockstarter.testsupport.TestTimeouts;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests calls whose wait time is shorter than the time to connect. No connection is open
 * yet, and the server is healthy.
 */
@SuppressWarnings("NullAway")
class FirstCallTests {

	private static final Duration WAIT = Duration.ofMillis(50);

	/**
	 * Longer than a call waits, and far shorter than the margin, since a busy machine
	 * adds to it.
	 */
	private static final Duration CONNECTING = WAIT.multipliedBy(3);

	private static final LockRequest FIRST = LockRequest.of("key").withWaitTime(WAIT);

	private static final LockRequest OTHER = LockRequest.of("other").withWaitTime(WAIT);

	private final RedisFixture redis = RedisFixture.start().patient();

	private final TcpProxy proxy = TcpProxy.to(this.redis.server().host(), this.redis.server().port());

	private TestInstance instance;

	/** In a cold JVM on a busy machine, connecting takes longer than a call may wait. */
	@BeforeAll
	static void warmUp() {
		try (RedisFixture redis = RedisFixture.start()) {
			Stream.of(RedisClient.values()).forEach((client) -> RedisFixture.ready(redis.connect(client)));
		}
	}

	@AfterEach
	void close() {
		this.proxy.heal();
		if (this.instance != null) {
			this.instance.close();
		}
		this.redis.close();
		this.proxy.close();
	}

	/** Lettuce opens a connection with HELLO, and Jedis with CLIENT SETINFO. */
	private LockEngine locks(RedisClient client) {
		this.proxy.always(new SlowReply(CONNECTING),
				Command.named((client == RedisClient.LETTUCE) ? "HELLO" : "CLIENT"));
		RedisLockStore store = new RedisLockStore(this.redis.connect(client, this.proxy.port()), "lock:");
		this.instance = new TestInstance(store);
		return this.instance.locks();
	}

	static Stream<Arguments> calls() {
		return Stream.of(RedisClient.values())
			.flatMap((client) -> Stream.of(Call.values()).map((call) -> Arguments.of(client, call)));
	}

	@ParameterizedTest
	@MethodSource("calls")
	void firstCallWaitsForTheConnection(RedisClient client, Call call) {
		LockEngine locks = locks(client);
		try (LockHandle handle = call.acquire(locks, FIRST)) {
			assertThat(handle.isHeld()).isTrue();
		}
	}

	@ParameterizedTest
	@EnumSource(RedisClient.class)
	void asynchronousCallsThatWaitForAWorkerSucceed(RedisClient client) {
		LockEngine locks = locks(client);
		List<CompletableFuture<LockHandle>> calls = IntStream.range(0, 40)
			.mapToObj((i) -> locks.acquireAsync(LockRequest.of("key-" + i).withWaitTime(WAIT)))
			.toList();
		assertThat(calls).allSatisfy((call) -> assertThat(call).succeedsWithin(TestTimeouts.LIMIT)
			.satisfies((handle) -> assertThat(handle.release()).isTrue()));
	}

	@ParameterizedTest
	@EnumSource(RedisClient.class)
	void callsEndWithinTheMarginIfNothingConnects(RedisClient client) {
		LockEngine locks = locks(client);
		this.proxy.blackHole();
		long start = System.nanoTime();
		List<CompletableFuture<Void>> calls = Stream.of(Call.values())
			.map((call) -> CompletableFuture.runAsync(() -> assertThatExceptionOfType(LockServerException.class)
				.isThrownBy(() -> call.acquire(locks, LockRequest.of(call.name()).withWaitTime(WAIT)))
				.withMessageContaining("nothing was sent"), (task) -> new Thread(task).start()))
			.toList();
		calls.forEach(CompletableFuture::join);
		assertThat(Duration.ofNanos(System.nanoTime() - start)).as("far less than the time-out of the client")
			.isBetween(LockStore.CONNECT_MARGIN, LockStore.CONNECT_MARGIN.multipliedBy(5));
	}

	@Test
	void busyLockIsReportedAfterTheConnectionIsOpen() {
		this.redis.command("SET", "lock:key", "other-AAAAAAAAAAAAAAAAAAAAAA:1:1", "PX", "60000");
		LockEngine locks = locks(RedisClient.LETTUCE);
		assertThat(locks.tryAcquire(FIRST)).isEmpty();
	}

	/** The forms of a call. */
	enum Call {

		BLOCKING {
			@Override
			LockHandle acquire(LockEngine locks, LockRequest request) {
				return locks.acquire(request);
			}
		},

		TRY_ONCE {
			@Override
			LockHandle acquire(LockEngine locks, LockRequest request) {
				return locks.tryAcquire(request.withWaitTime(Duration.ZERO)).orElseThrow();
			}
		},

		SEVERAL {
			@Override
			LockHandle acquire(LockEngine locks, LockRequest request) {
				return locks.acquire(List.of(request, OTHER));
			}
		},

		ASYNC {
			@Override
			LockHandle acquire(LockEngine locks, LockRequest request) {
				return join(locks.acquireAsync(request));
			}
		},

		ASYNC_TRY_ONCE {
			@Override
			LockHandle acquire(LockEngine locks, LockRequest request) {
				return join(locks.acquireAsync(request.withWaitTime(Duration.ZERO)));
			}
		},

		ASYNC_SEVERAL {
			@Override
			LockHandle acquire(LockEngine locks, LockRequest request) {
				return join(locks.acquireAsync(List.of(request, OTHER)));
			}
		};

		abstract LockHandle acquire(LockEngine locks, LockRequest request);

		private static LockHandle join(CompletableFuture<LockHandle> call) {
			try {
				return call.join();
			}
			catch (CompletionException ex) {
				throw (RuntimeException) ex.getCause();
			}
		}

	}

}

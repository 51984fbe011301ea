package io.lockstarter.engine;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

import io.lockstarter.LockEvent;
import io.lockstarter.LockHandle;
import io.lockstarter.LockListener;
import io.lockstarter.LockLostException;
import io.lockstarter.LockRequest;
import io.lockstarter.LockType;
import io.lockstarter.ReleaseMode;
import io.lockstarter.lane.HandOffSettings;
import io.lockstarter.store.MonotonicClock;
import io.lockstarter.testsupport.RedisFixture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Tests that a listener receives the events of fair, read/write and semaphore locks, as
 * it does for exclusive locks.
 */
@Timeout(120)
class LockTypeEventTests {

	/** Renews often. */
	private static final LockSettings SETTINGS = new LockSettings("app", Duration.ofMinutes(2), Duration.ofSeconds(60),
			Duration.ofMillis(100), RetrySettings.DEFAULT, Duration.ofSeconds(2), ReleaseMode.SYNC,
			HandOffSettings.DEFAULT, false);

	private static RedisFixture redis;

	private final LockThreads threads = new LockThreads(MonotonicClock.system());

	private final List<LockEvent> events = new CopyOnWriteArrayList<>();

	@BeforeAll
	static void start() {
		redis = RedisFixture.start();
	}

	@AfterAll
	static void stop() {
		redis.close();
	}

	@AfterEach
	void close() {
		this.threads.close();
	}

	static Stream<Arguments> typesAndStores() {
		return Stream.of(TypedStores.values())
			.flatMap((store) -> Stream.of(LockType.FAIR, LockType.READ, LockType.WRITE, LockType.SEMAPHORE)
				.map((type) -> Arguments.of(store, type)));
	}

	private LockEngine engine(TypedStores store) {
		LockListener recorder = new LockListener() {

			@Override
			public void on(LockEvent event) {
				LockTypeEventTests.this.events.add(event);
			}

		};
		return new LockEngine(store.open(redis), SETTINGS, List.of(recorder), this.threads);
	}

	private static LockRequest request(LockType type) {
		LockRequest request = LockRequest.of("events:" + type).withType(type);
		return (type == LockType.SEMAPHORE) ? request.withPermits(1) : request;
	}

	/** Returns a request that excludes the type. */
	private static LockRequest opposite(LockType type) {
		return switch (type) {
			case READ -> request(LockType.READ).withType(LockType.WRITE);
			case WRITE -> request(LockType.WRITE).withType(LockType.READ);
			default -> request(type);
		};
	}

	/** Returns the events of the last call, without renewals. */
	private List<Class<? extends LockEvent>> lastCall() {
		long call = this.events.stream().mapToLong(LockEvent::call).max().orElseThrow();
		return this.events.stream()
			.filter((event) -> event.call() == call && event.getClass() != LockEvent.Renewed.class)
			.map(LockEvent::getClass)
			.toList();
	}

	private void awaitEvent(Class<? extends LockEvent> type) {
		await().atMost(Duration.ofSeconds(60))
			.until(() -> this.events.stream().anyMatch((event) -> event.getClass() == type));
	}

	@ParameterizedTest
	@MethodSource("typesAndStores")
	void callHasItsEvents(TypedStores store, LockType type) {
		LockEngine engine = engine(store);
		String token;
		try (LockHandle handle = engine.acquire(request(type))) {
			token = handle.token();
			awaitEvent(LockEvent.Renewed.class);
		}
		engine.close(Duration.ofSeconds(60));
		assertThat(lastCall()).containsExactly(LockEvent.Requested.class, LockEvent.Acquired.class,
				LockEvent.Released.class);
		assertThat(this.events).allSatisfy((event) -> assertThat(event.request().type()).isEqualTo(type));
		assertThat(this.events).filteredOn((event) -> event.getClass() == LockEvent.Renewed.class)
			.isNotEmpty()
			.allSatisfy((event) -> assertThat(((LockEvent.Renewed) event).token()).isEqualTo(token));
		assertThat(this.events).filteredOn((event) -> event.getClass() == LockEvent.Released.class)
			.singleElement()
			.satisfies((event) -> assertThat(((LockEvent.Released) event).confirmed()).isTrue());
	}

	@ParameterizedTest
	@MethodSource("typesAndStores")
	void waitingCallHasItsEvents(TypedStores store, LockType type) throws Exception {
		LockEngine engine = engine(store);
		LockHandle first = engine.acquire(opposite(type));
		Thread second = new Thread(() -> engine.acquire(request(type)).close());
		second.start();
		awaitEvent(LockEvent.Waiting.class);
		first.close();
		second.join();
		engine.close(Duration.ofSeconds(60));
		assertThat(lastCall()).filteredOn((event) -> event != LockEvent.Granted.class)
			.containsExactly(LockEvent.Requested.class, LockEvent.Waiting.class, LockEvent.Acquired.class,
					LockEvent.Released.class);
	}

	@ParameterizedTest
	@MethodSource("typesAndStores")
	void refusedCallHasItsEvents(TypedStores store, LockType type) throws Exception {
		LockEngine engine = engine(store);
		try (LockHandle first = engine.acquire(opposite(type))) {
			Thread second = new Thread(() -> engine.tryAcquire(request(type).withWaitTime(Duration.ZERO)));
			second.start();
			second.join();
			assertThat(first.isHeld()).isTrue();
			awaitEvent(LockEvent.NotAcquired.class);
			assertThat(lastCall()).containsExactly(LockEvent.Requested.class, LockEvent.NotAcquired.class);
		}
		engine.close(Duration.ofSeconds(60));
	}

	@ParameterizedTest
	@MethodSource("typesAndStores")
	void lossIsAnEventAndTheReleaseIsNone(TypedStores store, LockType type) {
		LockEngine engine = engine(store);
		LockHandle handle = engine.acquire(request(type));
		assertThat(engine.release(handle.key(), handle.token())).isTrue();
		assertThatExceptionOfType(LockLostException.class).isThrownBy(handle::close);
		engine.close(Duration.ofSeconds(60));
		assertThat(lastCall()).containsExactly(LockEvent.Requested.class, LockEvent.Acquired.class,
				LockEvent.Lost.class);
		assertThat(this.events).filteredOn((event) -> event.getClass() == LockEvent.Lost.class)
			.singleElement()
			.satisfies((event) -> assertThat(((LockEvent.Lost) event).reason())
				.isEqualTo(LockLostException.Reason.RELEASED_BY_TOKEN));
	}

}

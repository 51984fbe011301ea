package io.lockstarter.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.Stream;

import io.lockstarter.LockEvent;
import io.lockstarter.LockHandle;
import io.lockstarter.LockListener;
import io.lockstarter.LockRequest;
import io.lockstarter.internal.Limits;
import io.lockstarter.memory.InMemoryLockStore;
import io.lockstarter.store.MonotonicClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests that listeners receive the events of a key in order, that each call has the
 * events that {@link LockEvent} promises, and that a slow or broken listener has no
 * effect on locks and other listeners.
 */
@Timeout(120)
@ExtendWith(OutputCaptureExtension.class)
@SuppressWarnings("NullAway")
class LockEventTests {

	private static final LockRequest REQUEST = LockRequest.of("k").withWaitTime(Duration.ofSeconds(60));

	private final LockThreads threads = new LockThreads(MonotonicClock.system());

	private LockEngine engine(LockListener... listeners) {
		return new LockEngine(new InMemoryLockStore(MonotonicClock.system()), LockSettings.DEFAULT, List.of(listeners),
				this.threads);
	}

	private LockEngine engineWithoutListeners() {
		return new LockEngine(new InMemoryLockStore(MonotonicClock.system()), LockSettings.DEFAULT, null, List.of(),
				this.threads);
	}

	@AfterEach
	void close() {
		this.threads.close();
	}

	@Test
	void eventsOfAKeyArriveInOrder() throws Exception {
		Recorder recorder = new Recorder(Set.of(LockEvent.Acquired.class, LockEvent.Released.class)::contains);
		LockEngine engine = engine(recorder);
		run(8, () -> {
			for (int i = 0; i < 200; i++) {
				engine.acquire(REQUEST).close();
			}
		});
		await().until(() -> recorder.events.size() == 8 * 200 * 2);
		for (int i = 0; i < recorder.events.size(); i += 2) {
			LockEvent begin = recorder.events.get(i);
			LockEvent end = recorder.events.get(i + 1);
			assertThat(begin.getClass()).isEqualTo(LockEvent.Acquired.class);
			assertThat(end.getClass()).isEqualTo(LockEvent.Released.class);
			assertThat(end.call()).isEqualTo(begin.call());
		}
		assertThat(engine.droppedEvents()).isZero();
	}

	@Test
	void eachCallHasItsEvents() throws Exception {
		Recorder recorder = new Recorder((type) -> type != LockEvent.HandedOn.class);
		LockEngine engine = engine(recorder);
		run(4, () -> {
			for (int i = 0; i < 50; i++) {
				engine.tryAcquire(REQUEST.withWaitTime(Duration.ofNanos(i * 20_000L))).ifPresent(LockHandle::close);
			}
		});
		engine.close(Duration.ofSeconds(10));
		Map<Long, List<Class<? extends LockEvent>>> calls = new ConcurrentHashMap<>();
		recorder.events.forEach(
				(event) -> calls.computeIfAbsent(event.call(), (absent) -> new ArrayList<>()).add(event.getClass()));
		assertThat(calls).hasSize(200);
		assertThat(calls.values()).allSatisfy((types) -> {
			List<Class<? extends LockEvent>> rest = new ArrayList<>(types);
			assertThat(rest.remove(0)).isEqualTo(LockEvent.Requested.class);
			if (rest.get(0) == LockEvent.Waiting.class) {
				rest.remove(0);
			}
			assertThat(rest).isIn(List.of(LockEvent.NotAcquired.class),
					List.of(LockEvent.Acquired.class, LockEvent.Released.class));
		});
	}

	@Test
	void nestedCallCausesNoEvent() {
		Recorder recorder = new Recorder((type) -> true);
		LockEngine engine = engine(recorder);
		try (LockHandle outer = engine.acquire(REQUEST)) {
			engine.acquire(REQUEST).close();
			assertThat(outer.isHeld()).isTrue();
		}
		engine.close(Duration.ofSeconds(10));
		assertThat(recorder.events).extracting(LockEvent::getClass)
			.containsExactly(LockEvent.Requested.class, LockEvent.Acquired.class, LockEvent.Released.class);
	}

	@Test
	void slowListenerDelaysNeitherLocksNorOthers() throws Exception {
		CountDownLatch end = new CountDownLatch(1);
		AtomicInteger running = new AtomicInteger();
		AtomicInteger most = new AtomicInteger();
		LockListener slow = new LockListener() {

			@Override
			public void on(LockEvent event) {
				most.accumulateAndGet(running.incrementAndGet(), Math::max);
				try {
					end.await();
				}
				catch (InterruptedException ex) {
					Thread.currentThread().interrupt();
				}
				running.decrementAndGet();
			}

		};
		Recorder other = new Recorder(Set.of(LockEvent.Released.class)::contains);
		LockEngine engine = engine(slow, other);
		LockHandle lost = engine.acquire("lost");
		CountDownLatch action = new CountDownLatch(1);
		lost.onLost(action::countDown);
		engine.release("lost", lost.token());
		action.await();
		for (int i = 0; i < 6_000; i++) {
			engine.acquire(REQUEST).close();
		}
		await().until(() -> other.events.size() == 6_000);
		assertThat(engine.droppedEvents()).as("three events per call, and the queue is bounded")
			.isBetween(18_000L - Limits.EVENT_QUEUE_CAPACITY - 10, 18_000L);
		end.countDown();
		await().until(() -> running.get() == 0);
		assertThat(most).hasValue(1);
	}

	@Test
	void brokenListenerReceivesTheNextEventToo() {
		Recorder broken = new Recorder(Set.of(LockEvent.Acquired.class)::contains);
		broken.failure = new StackOverflowError("broken");
		LockEngine engine = engine(broken);
		engine.acquire(REQUEST).close();
		engine.acquire(REQUEST).close();
		engine.close(Duration.ofSeconds(10));
		assertThat(broken.events).hasSize(2);
		assertThat(engine.entries()).isZero();
	}

	@Test
	void eventHasItsRequestAndTimes() {
		Recorder recorder = new Recorder(Set.of(LockEvent.Acquired.class, LockEvent.Lost.class)::contains);
		LockEngine engine = engine(recorder);
		LockRequest named = REQUEST.withName("order:#<id>");
		engine.release("k", engine.acquire(named).token());
		engine.close(Duration.ofSeconds(10));
		assertThat(recorder.events).allSatisfy((event) -> {
			assertThat(event.request()).isEqualTo(named);
			assertThat(event.at()).isNotNull();
		});
		LockEvent.Lost lost = (LockEvent.Lost) recorder.events.get(1);
		assertThat(lost.held()).isPositive();
	}

	@Test
	void everyTypeOfEventCanBeSupported() {
		assertThat(Events.TYPES).hasSameElementsAs(Stream.of(LockEvent.class.getDeclaredClasses())
			.filter(LockEvent.class::isAssignableFrom)
			.<Class<? extends LockEvent>>map((type) -> type.asSubclass(LockEvent.class))
			.toList());
	}

	@Test
	void textOfAnEventHasItsPropertiesButNotItsToken() {
		Recorder recorder = new Recorder((type) -> true);
		LockEngine engine = engine(recorder);
		String token = engine.acquire(REQUEST).token();
		engine.release("k", token);
		engine.close(Duration.ofSeconds(10));
		assertThat(recorder.events).extracting(LockEvent::toString)
			.noneMatch((text) -> text.contains(token))
			.anyMatch((text) -> text.startsWith("Requested[key=k, call=1, at=2"))
			.anyMatch((text) -> text.startsWith("Acquired[key=k, call=1, at=2") && text.endsWith(", queued=false]"))
			.anyMatch((text) -> text.startsWith("Lost[key=k, call=1, at=2")
					&& text.endsWith(", reason=RELEASED_BY_TOKEN]"));
	}

	@Test
	void listenersThatComeLateReceiveAllEventsInOrder() throws Exception {
		Recorder pairs = new Recorder(Set.of(LockEvent.Acquired.class, LockEvent.Released.class)::contains);
		Recorder losses = new Recorder(Set.of(LockEvent.Lost.class)::contains);
		LockEngine engine = engineWithoutListeners();
		LockHandle lost = engine.acquire("lost");
		engine.release("lost", lost.token());
		int calls = 1_500; // their events fit into the queue
		AtomicInteger ended = new AtomicInteger();
		Thread listen = new Thread(() -> {
			await().until(() -> ended.get() > calls / 2);
			engine.listenWith(List.of(pairs, losses));
		});
		listen.start();
		run(2, () -> {
			for (int i = 0; i < calls / 2; i++) {
				engine.acquire(REQUEST).close();
				ended.incrementAndGet();
			}
		});
		listen.join();
		await().until(() -> pairs.events.size() == 1 + calls * 2);
		assertThat(pairs.events.get(0).key()).isEqualTo("lost");
		for (int i = 1; i < pairs.events.size(); i += 2) {
			assertThat(pairs.events.get(i)).isInstanceOf(LockEvent.Acquired.class);
			assertThat(pairs.events.get(i + 1)).isInstanceOf(LockEvent.Released.class);
			assertThat(pairs.events.get(i + 1).call()).isEqualTo(pairs.events.get(i).call());
		}
		await().untilAsserted(() -> assertThat(losses.events).singleElement()
			.satisfies((event) -> assertThat(event.key()).isEqualTo("lost")));
		assertThat(engine.droppedEvents()).isZero();
	}

	@Test
	void earlyEventsAreBoundedAndTheFirstOnesAreKept(CapturedOutput output) {
		LockEngine engine = engineWithoutListeners();
		int calls = 4_000; // three events each
		for (int i = 0; i < calls; i++) {
			engine.acquire(REQUEST).close();
		}
		assertThat(engine.droppedEvents()).isEqualTo(calls * 3L - Limits.EVENT_QUEUE_CAPACITY);
		assertThat(output).containsOnlyOnce("events are dropped until it has started");
		Recorder recorder = new Recorder((type) -> true);
		engine.listenWith(List.of(recorder));
		await().until(() -> recorder.events.size() == Limits.EVENT_QUEUE_CAPACITY);
		assertThat(recorder.events.get(0).call()).isOne();
		engine.listenWith(List.of(recorder)); // no second delivery
		engine.acquire(REQUEST).close();
		engine.close(Duration.ofSeconds(10));
		assertThat(recorder.events).hasSize(Limits.EVENT_QUEUE_CAPACITY + 3);
	}

	private static void run(int threads, Runnable action) throws InterruptedException {
		List<Thread> all = new ArrayList<>();
		for (int i = 0; i < threads; i++) {
			Thread thread = new Thread(action);
			thread.start();
			all.add(thread);
		}
		for (Thread thread : all) {
			thread.join();
		}
	}

	private static final class Recorder implements LockListener {

		private final List<LockEvent> events = new CopyOnWriteArrayList<>();

		private final Predicate<Class<? extends LockEvent>> types;

		private Error failure;

		private Recorder(Predicate<Class<? extends LockEvent>> types) {
			this.types = types;
		}

		@Override
		public boolean supportsEventType(Class<? extends LockEvent> type) {
			return this.types.test(type);
		}

		@Override
		public void on(LockEvent event) {
			this.events.add(event);
			if (this.failure != null) {
				throw this.failure;
			}
		}

	}

}

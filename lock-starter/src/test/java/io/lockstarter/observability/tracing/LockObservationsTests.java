package io.lockstarter.observability.tracing;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.LockType;
import io.lockstarter.engine.LockEngine;
import io.lockstarter.engine.LockSettings;
import io.lockstarter.engine.LockThreads;
import io.lockstarter.memory.InMemoryLockStore;
import io.lockstarter.store.MonotonicClock;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.tracing.handler.DefaultTracingObservationHandler;
import io.micrometer.tracing.test.simple.SimpleSpan;
import io.micrometer.tracing.test.simple.SimpleTracer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Tests the spans of calls and holds. */
@Timeout(120)
@SuppressWarnings("NullAway")
class LockObservationsTests {

	private static final LockRequest REQUEST = LockRequest.of("order:42").withName("order:#<id>");

	private final SimpleTracer tracer = new SimpleTracer();

	private final ObservationRegistry registry = ObservationRegistry.create();

	private final Contexts contexts = new Contexts();

	private final LockThreads threads = new LockThreads(MonotonicClock.system());

	private final LockEngine locks;

	LockObservationsTests() {
		this.registry.observationConfig()
			.observationHandler(this.contexts)
			.observationHandler(new DefaultTracingObservationHandler(this.tracer));
		this.locks = new LockEngine(new InMemoryLockStore(MonotonicClock.system()), LockSettings.DEFAULT, List.of(),
				List.of(new LockObservations(this.registry)), this.threads);
	}

	@AfterEach
	void close() {
		this.locks.close(Duration.ZERO);
		this.threads.close();
	}

	@Test
	void callAndHoldAreSpansInTheTraceOfTheCaller() {
		Observation.createNotStarted("request", this.registry).observe(() -> this.locks.acquire(REQUEST).close());
		assertThat(this.tracer.getSpans()).extracting(SimpleSpan::getName)
			.containsExactlyInAnyOrder("request", "lock acquire order:#<id>", "lock hold order:#<id>");
		assertThat(this.tracer.getSpans()).extracting((span) -> span.context().traceId())
			.containsOnly(root().context().traceId());
		assertThat(this.tracer.getSpans().stream().filter((span) -> span != root()))
			.allSatisfy((span) -> assertThat(span.context().parentId()).isEqualTo(root().context().spanId()));
	}

	@Test
	void keyIsAHighCardinalityValueOnly() {
		this.locks.acquire(REQUEST).close();
		assertThat(this.contexts.stopped).hasSize(2).allSatisfy((context) -> {
			assertThat(context.getLowCardinalityKeyValues().toString()).doesNotContain("order:42");
			assertThat(context.getHighCardinalityKeyValue("lock.key").getValue()).isEqualTo("order:42");
		});
	}

	@Test
	void outcomeIsRecorded() {
		LockHandle handle = this.locks.acquire(REQUEST);
		assertThat(this.locks.acquireAsync(REQUEST.withWaitTime(Duration.ZERO))).failsWithin(Duration.ofMinutes(1));
		this.locks.release(handle.key(), handle.token());
		await().until(() -> this.contexts.stopped.size() == 3);
		assertThat(this.contexts.stopped)
			.extracting((context) -> context.getLowCardinalityKeyValue("lock.outcome").getValue())
			.containsExactly("acquired", "busy", "lost");
		assertThat(this.contexts.stopped.get(1).getError()).as("a skip is no error").isNull();
		assertThat(this.contexts.stopped.get(2).getError()).hasMessageContaining("released it");
	}

	@Test
	void emptyTryAcquireAndCanceledCallAreNoErrors() {
		LockHandle handle = this.locks.acquire(REQUEST);
		var waiting = this.locks.acquireAsync(REQUEST.withWaitTime(Duration.ofMinutes(1)));
		assertThat(waiting.cancel(false)).isTrue();
		assertThat(this.locks.acquireAsync(REQUEST.withWaitTime(Duration.ZERO))).failsWithin(Duration.ofMinutes(1));
		await().until(() -> this.contexts.stopped.size() == 3);
		handle.close();
		assertThat(this.tracer.getSpans()).hasSize(4).allSatisfy((span) -> assertThat(span.getError()).isNull());
	}

	@Test
	void mistakeOfTheCallerAndFailureOfTheLockServerAreErrors() {
		LockHandle handle = this.locks.acquire(REQUEST);
		assertThat(this.locks.acquireAsync(REQUEST.withType(LockType.READ))).failsWithin(Duration.ofMinutes(1));
		handle.close();
		assertThat(this.contexts.stopped.get(1).getError()).hasMessageContaining("READ");
	}

	@Test
	void eachObservationOfSeveralLocksIsStopped() {
		LockRequest waiting = REQUEST.withWaitTime(Duration.ofMillis(50));
		List<LockRequest> both = List.of(LockRequest.of("a"), waiting);
		LockHandle busy = this.locks.acquireAsync(REQUEST).toCompletableFuture().join();
		assertThat(this.locks.tryAcquire(both)).isEmpty();
		assertThat(this.locks.acquireAsync(both).toCompletableFuture()).failsWithin(Duration.ofMinutes(1));
		busy.close();
		this.locks.acquire(both).close();
		await().untilAsserted(() -> assertThat(this.contexts.stopped).hasSize(this.contexts.started.get()));
	}

	private SimpleSpan root() {
		return this.tracer.getSpans()
			.stream()
			.filter((span) -> span.getName().equals("request"))
			.findAny()
			.orElseThrow();
	}

	private static final class Contexts implements ObservationHandler<Observation.Context> {

		private final AtomicInteger started = new AtomicInteger();

		private final List<Observation.Context> stopped = new CopyOnWriteArrayList<>();

		@Override
		public void onStart(Observation.Context context) {
			if (context.getName().startsWith("lock.")) {
				this.started.incrementAndGet();
			}
		}

		@Override
		public void onStop(Observation.Context context) {
			if (context.getName().startsWith("lock.")) {
				this.stopped.add(context);
			}
		}

		@Override
		public boolean supportsContext(Observation.Context context) {
			return true;
		}

	}

}

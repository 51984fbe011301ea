package io.lockstarter.observability.metrics;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.lockstarter.LockEvent;
import io.lockstarter.LockHandle;
import io.lockstarter.LockLostException;
import io.lockstarter.LockRequest;
import io.lockstarter.engine.LeaderOwner;
import io.lockstarter.engine.LockEngine;
import io.lockstarter.engine.LockSettings;
import io.lockstarter.engine.LockThreads;
import io.lockstarter.lane.HandOffSettings;
import io.lockstarter.leader.LeaderElection;
import io.lockstarter.memory.InMemoryLockStore;
import io.lockstarter.store.MonotonicClock;
import io.lockstarter.store.StoreException;
import io.lockstarter.store.StoreException.Outcome;
import io.micrometer.common.docs.KeyName;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MockClock;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.simple.SimpleConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Tests the meters of the locks. */
@Timeout(120)
class LockMetricsTests {

	private static final LockRequest REQUEST = LockRequest.of("order:42")
		.withName("order:#<id>")
		.withWaitTime(Duration.ofSeconds(60));

	/** A slow machine does not change whether a lock is handed on. */
	private static final LockSettings SETTINGS = new LockSettings("app", LockSettings.DEFAULT.ttl(),
			LockSettings.DEFAULT.waitTime(), null, LockSettings.DEFAULT.retry(), LockSettings.DEFAULT.longestSleep(),
			LockSettings.DEFAULT.release(), new HandOffSettings(256, Duration.ofMinutes(1), Duration.ZERO, 1), false);

	private final MockClock clock = new MockClock();

	private final SimpleMeterRegistry registry = new SimpleMeterRegistry(SimpleConfig.DEFAULT, this.clock);

	private final LockMetrics metrics = new LockMetrics(this.registry);

	private final LockThreads threads = new LockThreads(MonotonicClock.system());

	private final LockEngine locks = new LockEngine(new InMemoryLockStore(MonotonicClock.system()), SETTINGS, List.of(),
			List.of(this.metrics), this.threads);

	@AfterEach
	void close() {
		this.locks.close(Duration.ZERO);
		this.threads.close();
	}

	@Test
	void callIsTimedAndItsHoldIsCounted() {
		LockHandle handle = this.locks.acquire(REQUEST);
		assertThat(gauge(LockMeter.HOLDS)).isOne();
		assertThat(this.locks.acquireAsync(REQUEST.withWaitTime(Duration.ZERO))).failsWithin(Duration.ofMinutes(1));
		handle.close();
		assertThat(timed(LockMeter.ACQUIRE, "acquired")).isOne();
		assertThat(timed(LockMeter.ACQUIRE, "busy")).isOne();
		assertThat(timed(LockMeter.HOLD, "released")).isOne();
		assertThat(gauge(LockMeter.HOLDS)).isZero();
	}

	@Test
	void gaugesAreZeroAfterContention() throws InterruptedException {
		List<Thread> callers = new ArrayList<>();
		for (int i = 0; i < 8; i++) {
			Thread caller = new Thread(() -> {
				for (int j = 0; j < 300; j++) {
					this.locks.tryAcquire(REQUEST.withWaitTime(Duration.ofNanos(j * 5_000L)))
						.ifPresent(LockHandle::close);
				}
			});
			caller.start();
			callers.add(caller);
		}
		for (Thread caller : callers) {
			caller.join();
		}
		assertThat(gauge(LockMeter.HOLDS)).isZero();
		assertThat(gauge(LockMeter.WAITERS)).isZero();
		this.clock.addSeconds(900);
		assertThat(oldest(false)).isZero();
		assertThat(timed(LockMeter.ACQUIRE, "acquired") + timed(LockMeter.ACQUIRE, "busy")).isEqualTo(2400);
		assertThat(timed(LockMeter.HOLD, "released")).isEqualTo(timed(LockMeter.ACQUIRE, "acquired"));
	}

	@Test
	void waitersAreCountedWhileTheyWait() {
		LockHandle handle = this.locks.acquire(REQUEST);
		var second = this.locks.acquireAsync(REQUEST);
		await().until(() -> gauge(LockMeter.WAITERS) == 1);
		handle.close();
		second.join().close();
		assertThat(gauge(LockMeter.WAITERS)).isZero();
		assertThat(counted(LockMeter.HAND_OFFS)).isOne();
	}

	@Test
	void lossIsCountedByItsReason() {
		LockHandle handle = this.locks.acquire(REQUEST);
		this.locks.release(handle.key(), handle.token());
		Counter losses = this.registry.get(LockMeter.LOSSES.getName()).tag("reason", "released_by_token").counter();
		await().until(() -> losses.count() == 1);
		assertThat(gauge(LockMeter.HOLDS)).isZero();
		assertThat(timed(LockMeter.HOLD, "lost")).isOne();
	}

	@Test
	void lossesAndFailedRenewalsBeginWithZero() {
		this.locks.acquire(REQUEST).close();
		assertThat(this.registry.get(LockMeter.LOSSES.getName()).counters())
			.allSatisfy((counter) -> assertThat(counter.count()).isZero())
			.extracting((counter) -> counter.getId().getTag("reason"))
			.containsExactlyInAnyOrderElementsOf(Stream.of(LockLostException.Reason.values())
				.filter((reason) -> reason != LockLostException.Reason.LEADERSHIP_ENDED)
				.map((reason) -> reason.name().toLowerCase(Locale.ROOT))
				.toList());
		assertThat(this.registry.get(LockMeter.RENEWALS.getName()).tag("outcome", "failed").counter().count()).isZero();
		assertThat(this.registry.find(LockMeter.ERRORS.getName()).counters()).isEmpty();
	}

	@Test
	void oldestHoldOfANameIsNotHiddenByShorterHolds() {
		acquired(1, this);
		this.clock.addSeconds(900);
		acquired(2, this);
		this.clock.addSeconds(10);
		released(2, this);
		assertThat(oldest(false)).isEqualTo(910);
		released(1, this);
		assertThat(oldest(false)).isZero();
	}

	@Test
	void holdsOfLeadersAreApart() {
		Object leader = new LeaderOwner();
		acquired(1, leader);
		this.clock.addSeconds(900);
		acquired(2, this);
		this.clock.addSeconds(10);
		assertThat(oldest(false)).isEqualTo(10);
		assertThat(oldest(true)).isEqualTo(910);
		released(1, leader);
		assertThat(oldest(true)).isZero();
	}

	@Test
	void lossThatIsObservedBeforeTheAcquisitionLeavesNoOldHold() {
		emit(new LockEvent.Lost(REQUEST, 1, Instant.EPOCH, "t", Duration.ZERO, LockLostException.Reason.EXPIRED));
		assertThat(oldest(false)).isZero();
		acquired(1, this);
		this.clock.addSeconds(900);
		assertThat(oldest(false)).isZero();
	}

	@Test
	void leaderElectionTellsThatItIsALeader() {
		try (LeaderElection election = LeaderElection.of(this.locks, "leader").build()) {
			election.start();
			await().until(election::isLeader);
			await()
				.until(() -> this.registry.find(LockMeter.OLDEST_HOLD.getName()).tag("leader", "true").gauge() != null);
			this.clock.addSeconds(900);
			assertThat(oldest(true)).isGreaterThanOrEqualTo(900);
			assertThat(oldest(false)).isZero();
		}
	}

	@Test
	void failuresAndRenewalsAreCounted() {
		emit(new LockEvent.Renewed(REQUEST, 1, Instant.EPOCH, "t"));
		emit(new LockEvent.Granted(REQUEST, 1, Instant.EPOCH, "t"));
		for (LockEvent.Operation operation : LockEvent.Operation.values()) {
			emit(new LockEvent.Failed(REQUEST, 1, Instant.EPOCH, "t", operation,
					new StoreException(Outcome.UNKNOWN, "no reply", null)));
		}
		assertThat(this.registry.get(LockMeter.RENEWALS.getName()).tag("outcome", "renewed").counter().count()).isOne();
		assertThat(this.registry.get(LockMeter.RENEWALS.getName()).tag("outcome", "failed").counter().count()).isOne();
		assertThat(this.registry.get(LockMeter.WAKE_UPS.getName()).counter().count()).isOne();
		assertThat(this.registry.get(LockMeter.ERRORS.getName())
			.tags("operation", "release", "kind", "unknown")
			.counter()
			.count()).isOne();
	}

	@Test
	void everyMeterOfTheEnumIsRegisteredWithItsTagsAndNoOther() {
		new LockInstanceMeters(this.locks).bindTo(this.registry);
		this.locks.acquire(REQUEST).close();
		emit(new LockEvent.Lost(REQUEST, 1, Instant.EPOCH, "t", Duration.ofSeconds(1),
				LockLostException.Reason.EXPIRED));
		emit(new LockEvent.Failed(REQUEST, 1, Instant.EPOCH, "t", LockEvent.Operation.RENEW,
				new IllegalStateException()));
		Set<String> names = new TreeSet<>();
		for (LockMeter meter : LockMeter.values()) {
			names.add(meter.getName());
			assertThat(this.registry.find(meter.getName()).meters()).as(meter.getName())
				.isNotEmpty()
				.allSatisfy((registered) -> {
					assertThat(registered.getId().getType()).isEqualTo(meter.getType());
					assertThat(registered.getId().getTags()).extracting(Tag::getKey)
						.containsExactlyInAnyOrderElementsOf(
								List.of(meter.getKeyNames()).stream().map(KeyName::asString).toList());
				});
		}
		assertThat(
				this.registry.getMeters().stream().map((meter) -> meter.getId().getName()).collect(Collectors.toSet()))
			.isEqualTo(names);
	}

	@Test
	void keyIsNeverATag() {
		this.locks.acquire(REQUEST).close();
		assertThat(this.registry.getMeters()).flatExtracting((Meter meter) -> meter.getId().getTags())
			.extracting(Tag::getValue)
			.doesNotContain("order:42")
			.contains("order:#<id>", "exclusive");
	}

	private void acquired(long call, Object owner) {
		this.metrics.on(new LockEvent.Acquired(REQUEST, call, Instant.EPOCH, "t", Duration.ZERO, false), owner);
	}

	private void released(long call, Object owner) {
		this.metrics.on(new LockEvent.Released(REQUEST, call, Instant.EPOCH, "t", Duration.ZERO, true), owner);
	}

	private double oldest(boolean leader) {
		return this.registry.get(LockMeter.OLDEST_HOLD.getName())
			.tag("leader", String.valueOf(leader))
			.timeGauge()
			.value(TimeUnit.SECONDS);
	}

	private void emit(LockEvent event) {
		this.metrics.on(event, this);
	}

	private double gauge(LockMeter meter) {
		return this.registry.get(meter.getName()).gauge().value();
	}

	private long timed(LockMeter meter, String outcome) {
		return this.registry.find(meter.getName())
			.tag("outcome", outcome)
			.timers()
			.stream()
			.mapToLong((timer) -> timer.count())
			.sum();
	}

	private double counted(LockMeter meter) {
		return this.registry.get(meter.getName()).counter().count();
	}

}

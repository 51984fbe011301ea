package io.lockstarter.observability.metrics;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

import io.lockstarter.LockBackendException;
import io.lockstarter.LockEvent;
import io.lockstarter.LockException;
import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.LockType;
import io.lockstarter.observability.metrics.LockMeter.Tag;
import io.lockstarter.store.StoreException;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;

/**
 * Holds the meters of all locks with one name and one type. Meters with a rare outcome
 * are registered when it first occurs.
 */
final class NamedLockMeters {

	private final MeterRegistry registry;

	private final Tags tags;

	private final Map<String, Timer> acquisitions = new ConcurrentHashMap<>();

	private final Map<String, Counter> rare = new ConcurrentHashMap<>();

	private final Timer acquired;

	private final Timer released;

	private final LongAdder waiters = new LongAdder();

	private final LongAdder holds = new LongAdder();

	private final Counter handOffs;

	private final Counter wakeUps;

	private final Counter renewals;

	NamedLockMeters(MeterRegistry registry, String name, LockType type) {
		this.registry = registry;
		this.tags = Tags.of(Tag.NAME.asString(), name, Tag.TYPE.asString(), LowerCase.of(type));
		this.acquired = acquisition("acquired");
		this.released = hold("released");
		this.handOffs = counter(LockMeter.HAND_OFFS, this.tags, "Hand-offs between callers of this instance");
		this.wakeUps = counter(LockMeter.WAKE_UPS, this.tags, "Locks granted to this instance by another one");
		this.renewals = counter(LockMeter.RENEWALS, this.tags.and(Tag.OUTCOME.asString(), "renewed"), "Renewals");
		Gauge.builder(LockMeter.WAITERS.getName(), this.waiters, LongAdder::sum)
			.tags(this.tags)
			.description("Callers of this instance that wait for a lock")
			.strongReference(true)
			.register(registry);
		Gauge.builder(LockMeter.HOLDS.getName(), this.holds, LongAdder::sum)
			.tags(this.tags)
			.description("Locks that this instance holds")
			.strongReference(true)
			.register(registry);
	}

	void waiting() {
		this.waiters.increment();
	}

	void wakeUp() {
		this.wakeUps.increment();
	}

	void acquired(LockEvent.Acquired event) {
		this.holds.increment();
		noLongerWaiting(event.queued());
		this.acquired.record(event.waited().toNanos(), TimeUnit.NANOSECONDS);
	}

	void notAcquired(LockEvent.NotAcquired event) {
		noLongerWaiting(event.queued());
		this.acquisitions.computeIfAbsent(outcome(event.reason()), this::acquisition).record(event.waited());
	}

	void renewed() {
		this.renewals.increment();
	}

	void renewalFailed() {
		rare(LockMeter.RENEWALS, this.tags.and(Tag.OUTCOME.asString(), "failed"), "Renewals").increment();
	}

	void failed(LockEvent.Failed event) {
		rare(LockMeter.ERRORS, this.tags.and(Tag.OPERATION.asString(), LowerCase.of(event.operation()))
			.and(Tag.KIND.asString(), kind(event.failure())), "Failed commands to the lock server").increment();
	}

	void handOff() {
		this.handOffs.increment();
	}

	void released(LockEvent.Released event) {
		this.holds.decrement();
		(event.confirmed() ? this.released : hold("unconfirmed")).record(event.held().toNanos(), TimeUnit.NANOSECONDS);
	}

	void lost(LockEvent.Lost event) {
		this.holds.decrement();
		hold("lost").record(event.held());
		rare(LockMeter.LOSSES, this.tags.and(Tag.CAUSE.asString(), LowerCase.of(event.cause())), "Lost locks")
			.increment();
	}

	private void noLongerWaiting(boolean queued) {
		if (queued) {
			this.waiters.decrement();
		}
	}

	private static String outcome(LockException reason) {
		if (reason instanceof LockNotAcquiredException refused) {
			return LowerCase.of(refused.reason());
		}
		return (reason instanceof LockBackendException) ? "error" : "lost";
	}

	private static String kind(Exception failure) {
		return (failure instanceof StoreException known) ? LowerCase.of(known.outcome()) : "other";
	}

	private Timer acquisition(String outcome) {
		return Timer.builder(LockMeter.ACQUIRE.getName())
			.tags(this.tags.and(Tag.OUTCOME.asString(), outcome))
			.description("Time that calls took to acquire a lock or to fail")
			.register(this.registry);
	}

	private Timer hold(String outcome) {
		return Timer.builder(LockMeter.HOLD.getName())
			.tags(this.tags.and(Tag.OUTCOME.asString(), outcome))
			.description("Time for which locks were held")
			.register(this.registry);
	}

	private Counter rare(LockMeter meter, Tags withOutcome, String description) {
		return this.rare.computeIfAbsent(meter + withOutcome.toString(),
				(absent) -> counter(meter, withOutcome, description));
	}

	private Counter counter(LockMeter meter, Tags withOutcome, String description) {
		return Counter.builder(meter.getName()).tags(withOutcome).description(description).register(this.registry);
	}

}

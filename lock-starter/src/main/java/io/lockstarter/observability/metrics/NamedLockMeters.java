package io.lockstarter.observability.metrics;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

import io.lockstarter.LockEvent;
import io.lockstarter.LockEvent.Operation;
import io.lockstarter.LockException;
import io.lockstarter.LockLostException;
import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.LockServerException;
import io.lockstarter.LockType;
import io.lockstarter.engine.LeaderOwner;
import io.lockstarter.observability.metrics.LockMeter.Tag;
import io.lockstarter.store.StoreException;
import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.Timer;

/**
 * Holds the meters of all locks with one name and one type. Counters that alert rules
 * watch begin with zero: Prometheus sees no increase in a series that begins with one.
 * Errors have too many tags for this. They and rare outcomes of timers are registered
 * when they first occur.
 */
final class NamedLockMeters {

	private final MeterRegistry registry;

	private final Tags tags;

	private final Map<String, Timer> acquisitions = new ConcurrentHashMap<>();

	private final Map<Tags, Counter> errors = new ConcurrentHashMap<>();

	private final Map<LockLostException.Reason, Counter> losses = new EnumMap<>(LockLostException.Reason.class);

	/** The beginnings of holds, by whether a leader has them. */
	private final Map<Boolean, HoldTimes> begun = new ConcurrentHashMap<>();

	private final Timer acquired;

	private final Timer released;

	private final LongAdder waiters = new LongAdder();

	private final LongAdder holds = new LongAdder();

	private final Counter handOffs;

	private final Counter wakeUps;

	private final Counter renewals;

	private final Counter failedRenewals;

	NamedLockMeters(MeterRegistry registry, String name, LockType type) {
		this.registry = registry;
		this.tags = Tags.of(Tag.NAME.asString(), name, Tag.TYPE.asString(), LowerCase.of(type));
		this.acquired = acquisition("acquired");
		this.released = hold("released");
		this.handOffs = counter(LockMeter.HAND_OFFS, this.tags, "Hand-offs between callers of this instance");
		this.wakeUps = counter(LockMeter.WAKE_UPS, this.tags, "Locks granted to this instance by another one");
		this.renewals = counter(LockMeter.RENEWALS, this.tags.and(Tag.OUTCOME.asString(), "renewed"), "Renewals");
		this.failedRenewals = counter(LockMeter.RENEWALS, this.tags.and(Tag.OUTCOME.asString(), "failed"), "Renewals");
		// No lock is lost at the end of a leadership.
		for (LockLostException.Reason reason : EnumSet
			.complementOf(EnumSet.of(LockLostException.Reason.LEADERSHIP_ENDED))) {
			this.losses.put(reason, counter(LockMeter.LOSSES,
					this.tags.and(Tag.REASON.asString(), LowerCase.of(reason)), "Lost locks"));
		}
		begun(false);
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

	void acquired(LockEvent.Acquired event, Object owner) {
		this.holds.increment();
		begun(owner instanceof LeaderOwner).began(event.call());
		noLongerWaiting(event.queued());
		this.acquired.record(event.waited().toNanos(), TimeUnit.NANOSECONDS);
	}

	void notAcquired(LockEvent.NotAcquired event) {
		noLongerWaiting(event.queued());
		this.acquisitions.computeIfAbsent(outcome(event.failure()), this::acquisition).record(event.waited());
	}

	void renewed() {
		this.renewals.increment();
	}

	void failed(LockEvent.Failed event) {
		if (event.operation() == Operation.RENEW) {
			this.failedRenewals.increment();
		}
		Tags withKind = this.tags.and(Tag.OPERATION.asString(), LowerCase.of(event.operation()))
			.and(Tag.KIND.asString(), kind(event.failure()));
		this.errors
			.computeIfAbsent(withKind,
					(absent) -> counter(LockMeter.ERRORS, absent, "Failed commands to the lock server"))
			.increment();
	}

	void handOff() {
		this.handOffs.increment();
	}

	void released(LockEvent.Released event, Object owner) {
		ended(event, owner);
		(event.confirmed() ? this.released : hold("unconfirmed")).record(event.held().toNanos(), TimeUnit.NANOSECONDS);
	}

	void lost(LockEvent.Lost event, Object owner) {
		ended(event, owner);
		hold("lost").record(event.held());
		Objects.requireNonNull(this.losses.get(event.reason())).increment();
	}

	private void ended(LockEvent event, Object owner) {
		this.holds.decrement();
		begun(owner instanceof LeaderOwner).ended(event.call());
	}

	private void noLongerWaiting(boolean queued) {
		if (queued) {
			this.waiters.decrement();
		}
	}

	private static String outcome(LockException failure) {
		if (failure instanceof LockNotAcquiredException refused) {
			return LowerCase.of(refused.reason());
		}
		return (failure instanceof LockServerException) ? "error" : "lost";
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

	private HoldTimes begun(boolean leader) {
		HoldTimes known = this.begun.get(leader);
		return (known != null) ? known : this.begun.computeIfAbsent(leader, this::newHoldTimes);
	}

	private HoldTimes newHoldTimes(boolean leader) {
		HoldTimes times = new HoldTimes(this.registry.config().clock());
		TimeGauge.builder(LockMeter.OLDEST_HOLD.getName(), times::oldest, TimeUnit.NANOSECONDS)
			.tags(this.tags.and(Tag.LEADER.asString(), String.valueOf(leader)))
			.description("Time since the oldest hold began")
			.register(this.registry);
		return times;
	}

	private Counter counter(LockMeter meter, Tags withOutcome, String description) {
		return Counter.builder(meter.getName()).tags(withOutcome).description(description).register(this.registry);
	}

	/** Knows when each hold began. */
	private record HoldTimes(Clock clock, Map<Long, Long> byCall) {

		/**
		 * Stands for a hold whose end was observed before its beginning. Different
		 * threads observe the two, and a hold can be lost at once.
		 */
		private static final long ENDED = Long.MAX_VALUE;

		HoldTimes(Clock clock) {
			this(clock, new ConcurrentHashMap<>());
		}

		void began(long call) {
			note(call, this.clock.monotonicTime());
		}

		void ended(long call) {
			note(call, ENDED);
		}

		/** Notes the first of the two events, and forgets the hold with the second. */
		private void note(long call, long time) {
			if (this.byCall.putIfAbsent(call, time) != null) {
				this.byCall.remove(call);
			}
		}

		long oldest() {
			long first = this.byCall.values().stream().mapToLong(Long::longValue).min().orElse(ENDED);
			return (first != ENDED) ? Math.max(0, this.clock.monotonicTime() - first) : 0;
		}

	}

}

package io.lockstarter.observability.metrics;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.lockstarter.LockEvent;
import io.lockstarter.LockRequest;
import io.lockstarter.LockType;
import io.lockstarter.engine.LockObserver;
import io.micrometer.core.instrument.MeterRegistry;

/**
 * Counts and times the events of locks. It finds the meters of a lock by its name and
 * type, so that an event costs no search in the registry.
 */
public final class LockMetrics implements LockObserver {

	private final MeterRegistry registry;

	/** One map per type, by the name of the lock. */
	private final Map<LockType, Map<String, NamedLockMeters>> known = new EnumMap<>(LockType.class);

	/**
	 * Creates the observer. Its meters appear with the first event of each lock.
	 * @param registry the registry
	 */
	public LockMetrics(MeterRegistry registry) {
		this.registry = registry;
		for (LockType type : LockType.values()) {
			this.known.put(type, new ConcurrentHashMap<>());
		}
	}

	@Override
	public Set<LockEvent.Type> types() {
		return EnumSet.complementOf(EnumSet.of(LockEvent.Type.REQUESTED));
	}

	@Override
	public void on(LockEvent event, Object owner) {
		NamedLockMeters meters = meters(event.request());
		switch (event.type()) {
			case REQUESTED -> {
			}
			case WAITING -> meters.waiting();
			case GRANTED -> meters.wakeUp();
			case ACQUIRED -> meters.acquired((LockEvent.Acquired) event, owner);
			case NOT_ACQUIRED -> meters.notAcquired((LockEvent.NotAcquired) event);
			case RENEWED -> meters.renewed();
			case FAILED -> meters.failed((LockEvent.Failed) event);
			case HANDED_ON -> meters.handOff();
			case RELEASED -> meters.released((LockEvent.Released) event, owner);
			case LOST -> meters.lost((LockEvent.Lost) event, owner);
		}
	}

	private NamedLockMeters meters(LockRequest request) {
		Map<String, NamedLockMeters> byName = Objects.requireNonNull(this.known.get(request.type()));
		NamedLockMeters meters = byName.get(request.name());
		return (meters != null) ? meters : byName.computeIfAbsent(request.name(),
				(name) -> new NamedLockMeters(this.registry, name, request.type()));
	}

}

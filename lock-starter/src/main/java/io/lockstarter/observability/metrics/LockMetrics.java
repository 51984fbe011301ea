package io.lockstarter.observability.metrics;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
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
	public boolean supportsEventType(Class<? extends LockEvent> type) {
		return type != LockEvent.Requested.class;
	}

	@Override
	public void on(LockEvent event, Object owner) {
		NamedLockMeters meters = meters(event.request());
		if (event instanceof LockEvent.Waiting) {
			meters.waiting();
		}
		else if (event instanceof LockEvent.Granted) {
			meters.wakeUp();
		}
		else if (event instanceof LockEvent.Acquired acquired) {
			meters.acquired(acquired, owner);
		}
		else if (event instanceof LockEvent.NotAcquired notAcquired) {
			meters.notAcquired(notAcquired);
		}
		else if (event instanceof LockEvent.Renewed) {
			meters.renewed();
		}
		else if (event instanceof LockEvent.Failed failed) {
			meters.failed(failed);
		}
		else if (event instanceof LockEvent.HandedOn) {
			meters.handOff();
		}
		else if (event instanceof LockEvent.Released released) {
			meters.released(released, owner);
		}
		else if (event instanceof LockEvent.Lost lost) {
			meters.lost(lost, owner);
		}
	}

	private NamedLockMeters meters(LockRequest request) {
		Map<String, NamedLockMeters> byName = Objects.requireNonNull(this.known.get(request.type()));
		NamedLockMeters meters = byName.get(request.name());
		return (meters != null) ? meters : byName.computeIfAbsent(request.name(),
				(name) -> new NamedLockMeters(this.registry, name, request.type()));
	}

}

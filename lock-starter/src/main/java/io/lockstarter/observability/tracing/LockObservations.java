package io.lockstarter.observability.tracing;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.lockstarter.LockEvent;
import io.lockstarter.LockException;
import io.lockstarter.LockLostException;
import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.LockRequest;
import io.lockstarter.engine.LockObserver;
import io.lockstarter.observability.tracing.LockObservation.HighCardinality;
import io.lockstarter.observability.tracing.LockObservation.LowCardinality;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;

/**
 * Observes calls and holds. Both belong to the trace of the caller: they have the parent
 * that is current when the caller asks for the lock. They open no scope, since a lock may
 * be released by another thread. So the spans of the locked work are siblings of the
 * hold, not its children.
 */
public final class LockObservations implements LockObserver {

	private final ObservationRegistry registry;

	/** The observation of each call, and after it that of its hold. */
	private final Map<Long, Observation> current = new ConcurrentHashMap<>();

	/**
	 * Creates the observer.
	 * @param registry the registry
	 */
	public LockObservations(ObservationRegistry registry) {
		this.registry = registry;
	}

	@Override
	public boolean supportsEventType(Class<? extends LockEvent> type) {
		return Set
			.of(LockEvent.Requested.class, LockEvent.Waiting.class, LockEvent.Acquired.class,
					LockEvent.NotAcquired.class, LockEvent.Released.class, LockEvent.Lost.class)
			.contains(type);
	}

	@Override
	public boolean wants(Class<? extends LockEvent> type) {
		return !this.registry.isNoop();
	}

	@Override
	public void on(LockEvent event, Object owner) {
		if (event instanceof LockEvent.Requested) {
			this.current.put(event.call(),
					start(LockObservation.ACQUIRE, event.request(), this.registry.getCurrentObservation()));
		}
		else if (event instanceof LockEvent.Waiting) {
			Observation acquire = this.current.get(event.call());
			if (acquire != null) {
				acquire.event(Observation.Event.of("waiting", "waiting"));
			}
		}
		else if (event instanceof LockEvent.Acquired) {
			Observation acquire = this.current.remove(event.call());
			if (acquire != null) {
				stop(acquire, "acquired");
				Observation parent = (Observation) acquire.getContextView().getParentObservation();
				this.current.put(event.call(), start(LockObservation.HOLD, event.request(), parent));
			}
		}
		else {
			end(event);
		}
	}

	@Override
	public void attemptWithdrawn(long call) {
		Observation attempt = this.current.remove(call);
		if (attempt != null) {
			stop(attempt, "withdrawn");
		}
	}

	private void end(LockEvent event) {
		Observation ended = this.current.remove(event.call());
		if (ended == null) {
			return;
		}
		if (event instanceof LockEvent.NotAcquired refused) {
			LockException reason = refused.failure();
			if (!isResult(reason)) {
				ended.error(reason);
			}
			stop(ended, (reason instanceof LockNotAcquiredException known) ? text(known.reason()) : "error");
		}
		else if (event instanceof LockEvent.Lost lost) {
			ended.error(new LockLostException(lost.key(), lost.reason()));
			stop(ended, "lost");
		}
		else if (event instanceof LockEvent.Released released) {
			stop(ended, released.confirmed() ? "released" : "unconfirmed");
		}
	}

	/**
	 * Returns whether a refusal is a result that callers expect: a skip, a fallback, an
	 * empty {@code tryAcquire}. If it is a failure for the caller, the exception reaches
	 * the span of the caller.
	 */
	private static boolean isResult(LockException reason) {
		return reason instanceof LockNotAcquiredException known && switch (known.reason()) {
			case BUSY, INTERRUPTED, CANCELLED, SHUTDOWN -> true;
			case TYPE_CONFLICT, UPGRADE -> false;
		};
	}

	private Observation start(LockObservation kind, LockRequest request, @Nullable Observation parent) {
		return Observation.createNotStarted(kind.getName(), this.registry)
			.contextualName(kind.getName().replace('.', ' ') + " " + request.name())
			.lowCardinalityKeyValue(LowCardinality.NAME.withValue(request.name()))
			.lowCardinalityKeyValue(LowCardinality.TYPE.withValue(text(request.type())))
			.highCardinalityKeyValue(HighCardinality.KEY.withValue(request.key()))
			.parentObservation(parent)
			.start();
	}

	private static void stop(Observation observation, String outcome) {
		observation.lowCardinalityKeyValue(LowCardinality.OUTCOME.withValue(outcome)).stop();
	}

	private static String text(Enum<?> constant) {
		return constant.name().toLowerCase(Locale.ROOT);
	}

}

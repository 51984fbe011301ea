package io.lockstarter.observability.metrics;

import java.util.concurrent.TimeUnit;

import io.lockstarter.engine.LockEngine;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;

/**
 * Registers the meters of an instance that are not about one lock.
 *
 * @param engine the instance
 */
public record LockInstanceMeters(LockEngine engine) implements MeterBinder {

	@Override
	public void bindTo(MeterRegistry registry) {
		TimeGauge
			.builder(LockMeter.RENEWAL_LAG.getName(), this.engine, TimeUnit.NANOSECONDS,
					(instance) -> instance.watchdog().lag().toNanos())
			.description("Delay of the last check of the watchdog")
			.register(registry);
		Gauge.builder(LockMeter.UNCONFIRMED_TOKENS.getName(), this.engine, LockEngine::unconfirmedTokens)
			.description("Tokens that may be in the lock server without a lease")
			.register(registry);
		FunctionCounter.builder(LockMeter.DROPPED_EVENTS.getName(), this.engine, LockEngine::droppedEvents)
			.description("Events that were dropped because a listener was too slow")
			.register(registry);
	}

}

package io.lockstarter.engine;

import java.util.concurrent.Executor;

import io.lockstarter.store.MonotonicClock;
import io.lockstarter.store.MonotonicTimer;

/**
 * Holds the clock, the timer and the executors of an instance, real or virtual.
 *
 * @param clock the clock
 * @param timer the timer, by the same clock
 * @param events runs listeners of the application
 * @param wakeUps subscribes to wake-ups
 * @param workers run calls that may block
 * @param results deliver results to the application; must not wait for the workers
 * @param renewers send renewals
 * @param sweepers remove unconfirmed tokens; separate, so that renewals need not wait for
 * them
 */
record EngineRuntime(MonotonicClock clock, MonotonicTimer timer, Executor events, Executor wakeUps, Executor workers,
		Executor results, Executor renewers, Executor sweepers) {
}

/**
 * Causes failures while a lock is held: a paused holder, a killed holder, a crashed
 * Redis. Requests arrive at {@link io.lockstarter.sample.fleet.failure.FailureDemos},
 * which publishes the steps of a failure. Next: {@code io.lockstarter.sample.fleet} and
 * {@code server}.
 */
@NullMarked
package io.lockstarter.sample.fleet.failure;

import org.jspecify.annotations.NullMarked;

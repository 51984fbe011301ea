/**
 * Measures the cost of a lock. {@code local} has JMH benchmarks without a network.
 * {@link io.lockstarter.benchmarks.Comparison} compares the lock on Redis with other lock
 * libraries.
 */
@NullMarked
package io.lockstarter.benchmarks;

import org.jspecify.annotations.NullMarked;

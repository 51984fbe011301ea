/**
 * Turns lock events into Micrometer meters.
 * {@link io.lockstarter.observability.metrics.LockMeter} lists them. Input: events of
 * {@code engine}. Output: meters. Only used if Micrometer is on the classpath.
 */
@NullMarked
package io.lockstarter.observability.metrics;

import org.jspecify.annotations.NullMarked;

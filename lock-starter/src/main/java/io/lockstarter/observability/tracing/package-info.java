/**
 * Turns lock events into observations, which tracing shows as spans. Input: events of
 * {@code engine}. Output: observations. Only used if the application has an
 * {@code ObservationRegistry}.
 */
@NullMarked
package io.lockstarter.observability.tracing;

import org.jspecify.annotations.NullMarked;

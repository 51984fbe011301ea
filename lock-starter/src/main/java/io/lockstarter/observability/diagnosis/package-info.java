/**
 * Helps to find the cause of slow and lost locks. Input: events and snapshots of
 * {@code engine}. Output: log lines, and counts for the health of the instance.
 */
@NullMarked
package io.lockstarter.observability.diagnosis;

import org.jspecify.annotations.NullMarked;

package io.lockstarter.sample.fleet.failure;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * Describes one step of a failure.
 *
 * @param kind the failure
 * @param at the time in milliseconds since 1970
 * @param text what happened
 * @param last true for the last step of the failure
 */
public record FailureStep(@JsonProperty("mishap") FailureKind kind, long at, String text, boolean last) {
}

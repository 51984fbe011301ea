/**
 * The HTTP API of the page, and the gateway that forwards requests to the instances.
 * Next: {@code load}, {@code failure}, {@code events} and
 * {@code io.lockstarter.sample.fleet}.
 */
@NullMarked
package io.lockstarter.sample.fleet.page;

import org.jspecify.annotations.NullMarked;

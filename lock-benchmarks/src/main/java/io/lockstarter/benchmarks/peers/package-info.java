/**
 * The lock libraries that are compared, each behind the same small interface. Used by
 * {@code load}.
 */
@NullMarked
package io.lockstarter.benchmarks.peers;

import org.jspecify.annotations.NullMarked;

/**
 * The compared lock libraries, each behind the same small interface. Used by
 * {@code load}.
 */
@NullMarked
package io.lockstarter.benchmarks.peers;

import org.jspecify.annotations.NullMarked;

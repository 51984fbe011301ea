/**
 * The Redis, the worker JVMs and the shared memory of a contender. Used by
 * {@code scenarios}.
 */
@NullMarked
package io.lockstarter.benchmarks.fleet;

import org.jspecify.annotations.NullMarked;

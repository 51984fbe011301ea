/**
 * One contender's Redis, worker JVMs and shared memory. Used by {@code scenarios}.
 */
@NullMarked
package io.lockstarter.benchmarks.fleet;

import org.jspecify.annotations.NullMarked;

/**
 * The loads of a worker JVM. Input: commands of the harness. Output: counts and times.
 * Used by {@code fleet}.
 */
@NullMarked
package io.lockstarter.benchmarks.load;

import org.jspecify.annotations.NullMarked;

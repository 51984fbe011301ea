/**
 * What a worker JVM does with its contender: commands of the harness come in, counts and
 * times go out. Used by {@code fleet}.
 */
@NullMarked
package io.lockstarter.benchmarks.load;

import org.jspecify.annotations.NullMarked;

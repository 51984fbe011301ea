/**
 * What a lock costs: {@code local} has JMH for this side of the network,
 * {@link io.lockstarter.benchmarks.Comparison} puts what crosses Redis beside other lock
 * libraries.
 */
@NullMarked
package io.lockstarter.benchmarks;

import org.jspecify.annotations.NullMarked;

/**
 * What a lock costs on this side of the network, by JMH.
 */
@NullMarked
package io.lockstarter.benchmarks.local;

import org.jspecify.annotations.NullMarked;

/**
 * JMH benchmarks of the library without a network.
 */
@NullMarked
package io.lockstarter.benchmarks.local;

import org.jspecify.annotations.NullMarked;

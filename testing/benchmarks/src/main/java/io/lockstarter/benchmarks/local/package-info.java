/**
 * JMH benchmarks of the library, without a network or on servers of this machine.
 */
@NullMarked
package io.lockstarter.benchmarks.local;

import org.jspecify.annotations.NullMarked;

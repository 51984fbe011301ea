/**
 * An application that is started with and without the starter. Used by {@code scenarios}.
 */
@NullMarked
package io.lockstarter.benchmarks.startup;

import org.jspecify.annotations.NullMarked;

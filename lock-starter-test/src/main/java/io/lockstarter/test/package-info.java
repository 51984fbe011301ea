/**
 * Tools for tests of locked code. In: test contexts and unit tests. Out: locks in memory,
 * faults, and assertions. Next: {@code io.lockstarter}.
 */
@NullMarked
package io.lockstarter.test;

import org.jspecify.annotations.NullMarked;

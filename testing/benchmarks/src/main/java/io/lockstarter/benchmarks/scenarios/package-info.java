/**
 * The scenarios. Each of them runs the fleets of all contenders, round by round, and
 * passes figures to {@code report}.
 */
@NullMarked
package io.lockstarter.benchmarks.scenarios;

import org.jspecify.annotations.NullMarked;

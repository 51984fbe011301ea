/**
 * What is measured: each scenario drives the fleets of all contenders, round by round,
 * and hands figures to {@code report}.
 */
@NullMarked
package io.lockstarter.benchmarks.scenarios;

import org.jspecify.annotations.NullMarked;

/**
 * What happened, as those say who were there: one file for each client JVM and one for
 * the driver, a line for each event. Written by {@code client} and {@code drive}, read by
 * {@code check}.
 */
@NullMarked
package io.lockstarter.faults.history;

import org.jspecify.annotations.NullMarked;

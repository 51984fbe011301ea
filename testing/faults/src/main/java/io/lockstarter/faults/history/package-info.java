/**
 * The events of a run: one file for each client JVM and one for the driver, a line for
 * each event. {@code client} and {@code drive} write them, {@code check} reads them.
 */
@NullMarked
package io.lockstarter.faults.history;

import org.jspecify.annotations.NullMarked;

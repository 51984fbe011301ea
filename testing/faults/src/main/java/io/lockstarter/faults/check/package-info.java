/**
 * Checks a history against the promises of the locks, without any code of the locks.
 * Input: events. Output: the violations of each invariant.
 */
@NullMarked
package io.lockstarter.faults.check;

import org.jspecify.annotations.NullMarked;

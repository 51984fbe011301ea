/**
 * Locks that are broken on purpose, each with one flaw. The checker must detect every
 * flaw.
 */
@NullMarked
package io.lockstarter.faults.broken;

import org.jspecify.annotations.NullMarked;

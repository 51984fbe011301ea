/**
 * Judges a history. Knows nothing of locks but what they promise, and nothing of the code
 * that makes them. In: events; out: a verdict for each invariant.
 */
@NullMarked
package io.lockstarter.faults.check;

import org.jspecify.annotations.NullMarked;

/**
 * Many leases for a long time, and many callers for a long time. In: our locks on one
 * Redis without faults; out: whether anything was lost, and whether anything grew.
 */
@NullMarked
package io.lockstarter.faults.load;

import org.jspecify.annotations.NullMarked;

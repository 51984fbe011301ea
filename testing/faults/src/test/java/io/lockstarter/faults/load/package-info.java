/**
 * Load tests on one Redis without faults: many leases and many callers for a long time.
 * They check that nothing is lost and nothing grows.
 */
@NullMarked
package io.lockstarter.faults.load;

import org.jspecify.annotations.NullMarked;

/**
 * One scheduler for all leases of the instance: what is due comes in from the
 * {@link io.lockstarter.store.LeaseBook}, renewals go out to the lock server in batches.
 * Next: {@code io.lockstarter.store}.
 */
@NullMarked
package io.lockstarter.watchdog;

import org.jspecify.annotations.NullMarked;

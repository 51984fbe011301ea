/**
 * Contains the auto-configuration. It reads the properties under {@code distributed-lock}
 * and creates the {@link io.lockstarter.LockService}, or reports a start-up failure that
 * says what to do. It depends on all other packages; no package depends on it.
 */
@NullMarked
package io.lockstarter.autoconfigure;

import org.jspecify.annotations.NullMarked;

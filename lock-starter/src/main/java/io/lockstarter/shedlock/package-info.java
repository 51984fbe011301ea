/**
 * Adapts the lock service to ShedLock. In: lock configurations. Out: locks. Next:
 * {@code io.lockstarter}, the lock service.
 */
@NullMarked
package io.lockstarter.shedlock;

import org.jspecify.annotations.NullMarked;

/**
 * The port to lock servers. An implementation of {@link io.lockstarter.store.LockStore}
 * adds a new kind of lock server. <strong>This package is not yet stable</strong>: it may
 * change in any version, and an implementation must then change with it.
 * <p>
 * In: commands of {@code io.lockstarter.engine}. Out: replies; a
 * {@link io.lockstarter.store.StoreException} says what is known of a command that
 * failed. Next: {@code io.lockstarter.redis}, {@code io.lockstarter.redlock} or
 * {@code io.lockstarter.memory}.
 */
@NullMarked
package io.lockstarter.store;

import org.jspecify.annotations.NullMarked;

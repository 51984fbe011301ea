/**
 * Lanes, holds, waiting, loss. Requests come in from the API, commands go out to a
 * {@link io.lockstarter.store.LockStore}. A {@link io.lockstarter.core.Lane} is pure
 * logic in virtual time; drivers run it on threads. Next: {@code io.lockstarter.store}.
 */
@NullMarked
package io.lockstarter.core;

import org.jspecify.annotations.NullMarked;

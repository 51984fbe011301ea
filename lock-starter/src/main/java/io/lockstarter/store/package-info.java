/**
 * The port: what the core asks of a lock server, and what the watchdog asks of the core.
 * Commands come in, outcomes go out; an outcome that is not known is a
 * {@link io.lockstarter.store.StoreException}. Next: {@code io.lockstarter.redis} or
 * {@code io.lockstarter.memory}.
 */
@NullMarked
package io.lockstarter.store;

import org.jspecify.annotations.NullMarked;

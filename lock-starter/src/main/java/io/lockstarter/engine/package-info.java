/**
 * Runs the state machines of {@code lane}: threads, commands, renewals and events.
 * <p>
 * In: requests of the API. Out: commands to a {@link io.lockstarter.store.LockStore}, and
 * handles. {@code io.lockstarter.lane} makes the decisions. Next:
 * {@code io.lockstarter.store}, and below it {@code redis}, {@code redlock} or
 * {@code memory}.
 */
@NullMarked
package io.lockstarter.engine;

import org.jspecify.annotations.NullMarked;

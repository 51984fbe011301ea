/**
 * Contains the state machine of a key, without I/O. It starts no thread, reads no clock
 * and writes no log.
 * <p>
 * In: waiters and replies of the lock server, each with its time. Out: the next step of a
 * waiter, the step after a release, and {@link io.lockstarter.lane.LaneCallbacks}. Next:
 * {@code io.lockstarter.engine} runs the lanes; {@code io.lockstarter.store} has the
 * types of replies.
 */
@NullMarked
package io.lockstarter.lane;

import org.jspecify.annotations.NullMarked;

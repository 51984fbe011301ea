/**
 * The API. An application asks {@link io.lockstarter.LockService} with a
 * {@link io.lockstarter.LockRequest} and gets a {@link io.lockstarter.LockHandle}, or one
 * of the exceptions under {@link io.lockstarter.LockException}. Next:
 * {@code io.lockstarter.core}.
 */
@NullMarked
package io.lockstarter;

import org.jspecify.annotations.NullMarked;

/**
 * Contains the public API. An application passes a {@link io.lockstarter.LockRequest} to
 * the {@link io.lockstarter.LockService}. It receives a
 * {@link io.lockstarter.LockHandle}, or a {@link io.lockstarter.LockException}.
 */
@NullMarked
package io.lockstarter;

import org.jspecify.annotations.NullMarked;

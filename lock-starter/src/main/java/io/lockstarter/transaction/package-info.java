/**
 * Connects locks with transactions. In: the hold of an annotated call or of a
 * subscription, and the begin and end of transactions. Out: a hold that lasts as long as
 * the caller's transaction, and no commit under a lost lock. Next:
 * {@code io.lockstarter.aop}, which asks for such a hold, and
 * {@link io.lockstarter.LockScope}, which detects the loss.
 */
@NullMarked
package io.lockstarter.transaction;

import org.jspecify.annotations.NullMarked;

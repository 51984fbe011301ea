/**
 * Locks and transactions. In: the hold of an annotated call, and the begin and end of
 * transactions. Out: a hold that lasts as long as the caller's transaction, and no commit
 * under a lost lock. Next: {@code io.lockstarter.annotation}, which asks for the former,
 * and {@link io.lockstarter.LockScope}, which knows the latter.
 */
@NullMarked
package io.lockstarter.transaction;

import org.jspecify.annotations.NullMarked;

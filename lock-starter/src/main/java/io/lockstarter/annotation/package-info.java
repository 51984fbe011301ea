/**
 * In: a call of a method with {@link io.lockstarter.DistributedLock}, from a proxy or a
 * woven class. Out: the method's own result or exception, obtained under the lock.
 * Definition, condition and key ({@code io.lockstarter.key}), request, hold, proceed,
 * release. Next: {@link io.lockstarter.LockService}.
 */
@NullMarked
package io.lockstarter.annotation;

import org.jspecify.annotations.NullMarked;

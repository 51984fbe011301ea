/**
 * Runs annotated methods under their locks. In: a call, from a proxy that Spring creates
 * with the advisor, or from a woven class. Out: the result or exception of the method.
 * The style of the return type acquires the locks, proceeds and releases. Next:
 * {@code io.lockstarter.aop.definition} reads the annotation, then
 * {@link io.lockstarter.LockService} acquires the locks.
 */
@NullMarked
package io.lockstarter.aop.call;

import org.jspecify.annotations.NullMarked;

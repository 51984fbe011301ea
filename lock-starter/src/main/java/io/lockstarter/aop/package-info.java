/**
 * Contains the classes of {@link io.lockstarter.DistributedLock} that applications and
 * other packages use: the aspect for woven classes, and the keeper that makes a hold
 * outlast its call.
 * <p>
 * In: calls of woven methods. Out: the same calls, passed to
 * {@code io.lockstarter.aop.call}. Calls through proxies arrive there directly. Next:
 * {@code definition} reads the annotation, {@code invocation} runs calls, {@code check}
 * checks all beans at start-up, {@code aot} prepares native images.
 */
@NullMarked
package io.lockstarter.aop;

import org.jspecify.annotations.NullMarked;

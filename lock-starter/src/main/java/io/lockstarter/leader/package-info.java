/**
 * Elects one leader among the instances of an application. In: a lock request and
 * callbacks. Out: calls of the callbacks. Next: {@code io.lockstarter}, the lock service.
 */
@NullMarked
package io.lockstarter.leader;

import org.jspecify.annotations.NullMarked;

/**
 * Streams the lock events of this instance. The lock service calls
 * {@link io.lockstarter.sample.shop.watch.LockWatch}; clients receive the events as
 * server-sent events. Next: {@code io.lockstarter}.
 */
@NullMarked
package io.lockstarter.sample.shop.watch;

import org.jspecify.annotations.NullMarked;

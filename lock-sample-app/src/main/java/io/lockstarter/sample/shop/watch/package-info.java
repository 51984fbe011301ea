/**
 * What happens to the locks of this instance, as it happens. The lock service tells
 * {@link io.lockstarter.sample.shop.watch.LockWatch}; whoever watches gets it as
 * server-sent events. Next: {@code io.lockstarter}.
 */
@NullMarked
package io.lockstarter.sample.shop.watch;

import org.jspecify.annotations.NullMarked;

/**
 * The wiring: properties under {@code distributed-lock} and the application's beans come
 * in, a {@link io.lockstarter.LockService} that ends in order goes out, or a start-up
 * failure that says what to do. It imports all other packages; none imports it.
 */
@NullMarked
package io.lockstarter.autoconfigure;

import org.jspecify.annotations.NullMarked;

/**
 * The port on Redis: commands come in and go out as one SET or one script of
 * {@code scripts/*.lua} on the application's own connection factory; what goes wrong
 * becomes a {@link io.lockstarter.store.StoreException} that says what is known. Next:
 * the Redis server.
 */
@NullMarked
package io.lockstarter.redis;

import org.jspecify.annotations.NullMarked;

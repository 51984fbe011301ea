/**
 * Keeps locks in one Redis. Each command is one SET or one script of
 * {@code scripts/*.lua}, sent over the application's connection factory. A failure
 * becomes a {@link io.lockstarter.store.StoreException} with the known outcome.
 */
@NullMarked
package io.lockstarter.redis;

import org.jspecify.annotations.NullMarked;

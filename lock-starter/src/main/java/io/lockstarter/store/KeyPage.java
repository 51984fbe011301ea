package io.lockstarter.store;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A part of the keys of a lock server.
 *
 * @param keys the keys of locks, without the prefix of the store; a key may occur on
 * several pages
 * @param next the cursor of the next page; {@code null} if this is the last one
 */
public record KeyPage(List<String> keys, @Nullable String next) {
}

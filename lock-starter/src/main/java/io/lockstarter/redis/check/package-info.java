/**
 * Checks whether a Redis server is safe for locks. Each finding has a fix.
 */
@NullMarked
package io.lockstarter.redis.check;

import org.jspecify.annotations.NullMarked;

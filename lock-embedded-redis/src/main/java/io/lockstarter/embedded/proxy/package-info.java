/**
 * A TCP proxy in front of a Redis that breaks the network on demand. In: connections of
 * clients; out: connections to the Redis, with faults between. Next is {@code resp},
 * which cuts the traffic into commands and replies.
 */
@NullMarked
package io.lockstarter.embedded.proxy;

import org.jspecify.annotations.NullMarked;

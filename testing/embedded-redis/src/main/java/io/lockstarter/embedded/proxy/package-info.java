/**
 * A TCP proxy in front of a Redis that injects network faults. Input: connections of
 * clients. Output: connections to Redis, with faults between. Next: {@code resp}, which
 * splits the traffic into commands and replies.
 */
@NullMarked
package io.lockstarter.embedded.proxy;

import org.jspecify.annotations.NullMarked;

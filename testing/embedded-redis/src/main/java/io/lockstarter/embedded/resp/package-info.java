/**
 * The part of the Redis protocol that probes, tests and the proxy need. Input: bytes of a
 * socket. Output: frames.
 */
@NullMarked
package io.lockstarter.embedded.resp;

import org.jspecify.annotations.NullMarked;

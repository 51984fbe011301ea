/**
 * Just enough of the Redis protocol to ask a server something and to tell commands apart.
 * In: bytes of a socket; out: frames. No other package follows.
 */
@NullMarked
package io.lockstarter.embedded.resp;

import org.jspecify.annotations.NullMarked;

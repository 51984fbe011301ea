/**
 * Starts a real redis-server for the sample and the tests. Input: a port and options.
 * Output: an {@link io.lockstarter.embedded.EmbeddedRedis} that ends with this JVM. Next:
 * {@code resp}, the connection to the server.
 */
@NullMarked
package io.lockstarter.embedded;

import org.jspecify.annotations.NullMarked;

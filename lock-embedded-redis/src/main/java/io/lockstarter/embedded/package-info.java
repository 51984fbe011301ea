/**
 * Starts a real redis-server for the sample and the tests. In: a port and options; out:
 * an {@link io.lockstarter.embedded.EmbeddedRedis} that answers and dies with this JVM.
 * Next is {@code resp}, which speaks to the server.
 */
@NullMarked
package io.lockstarter.embedded;

import org.jspecify.annotations.NullMarked;

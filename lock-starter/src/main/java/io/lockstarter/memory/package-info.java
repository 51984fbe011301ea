/**
 * A lock server inside one JVM, for tests without Redis. It does not exclude callers in
 * other processes. In: commands of {@code io.lockstarter.store}. Out: replies. Next:
 * nothing.
 */
@NullMarked
package io.lockstarter.memory;

import org.jspecify.annotations.NullMarked;

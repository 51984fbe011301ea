/**
 * Starts further JVMs for tests that need several processes. Input: a main class and its
 * arguments. Output: a {@link io.lockstarter.embedded.jvm.ChildJvm} that reads commands
 * and replies line by line.
 */
@NullMarked
package io.lockstarter.embedded.jvm;

import org.jspecify.annotations.NullMarked;

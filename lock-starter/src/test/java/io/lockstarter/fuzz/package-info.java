/**
 * Tests the code with generated inputs. Every build runs the inputs in
 * {@code src/test/resources/io/lockstarter/fuzz}. With {@code -Pfuzz}, Jazzer generates
 * new ones. These tests run in a separate JVM, since Jazzer changes the classes that it
 * instruments.
 */
@NullMarked
package io.lockstarter.fuzz;

import org.jspecify.annotations.NullMarked;

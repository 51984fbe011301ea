/**
 * In: any bytes. Out: a failure where the code does what it never may. With every build
 * the inputs in {@code src/test/resources/io/lockstarter/fuzz} are run again; with
 * {@code -Pfuzz}, Jazzer makes up new ones. In a JVM of their own, since Jazzer changes
 * the classes that it looks into.
 */
@NullMarked
package io.lockstarter.fuzz;

import org.jspecify.annotations.NullMarked;

/**
 * Prepares annotated beans for a native image. In: the bean definitions at build time.
 * Out: hints for everything that the locks use by reflection. Next:
 * {@code io.lockstarter.annotation.definition}, which finds the annotated methods.
 */
@NullMarked
package io.lockstarter.annotation.aot;

import org.jspecify.annotations.NullMarked;

/**
 * Prepares annotated beans for a native image. In: the bean definitions at build time.
 * Out: hints for everything that the locks use by reflection. Next:
 * {@code io.lockstarter.aop.definition}, which finds the annotated methods.
 */
@NullMarked
package io.lockstarter.aop.aot;

import org.jspecify.annotations.NullMarked;

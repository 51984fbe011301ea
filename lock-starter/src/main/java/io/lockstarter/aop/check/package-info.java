/**
 * Checks the locks of all beans when an application starts. In: beans and their
 * definitions. Out: one exception with all errors, or warnings. Next:
 * {@code io.lockstarter.aop.definition} finds the annotated methods;
 * {@code io.lockstarter.aop.call} decides which return types and proxies work.
 */
@NullMarked
package io.lockstarter.aop.check;

import org.jspecify.annotations.NullMarked;

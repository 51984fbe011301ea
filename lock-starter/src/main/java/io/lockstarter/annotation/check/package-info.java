/**
 * Checks the locks of all beans when an application starts. In: beans and their
 * definitions. Out: one exception with all errors, or warnings. Next:
 * {@code io.lockstarter.annotation.definition} finds the annotated methods;
 * {@code io.lockstarter.annotation.invocation} decides which return types and proxies
 * work.
 */
@NullMarked
package io.lockstarter.annotation.check;

import org.jspecify.annotations.NullMarked;

/**
 * A small package tree for {@code io.lockstarter.ArchitectureTests}. It breaks each of
 * the rules of {@code PackageRules} once.
 */
@NullMarked
package archfixture;

import org.jspecify.annotations.NullMarked;

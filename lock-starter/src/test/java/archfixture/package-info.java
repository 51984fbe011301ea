/**
 * Small package trees for the tests of {@code io.lockstarter.PackageRules}. Each tree
 * except {@code clean} has one import that the rules must refuse.
 */
@NullMarked
package archfixture;

import org.jspecify.annotations.NullMarked;

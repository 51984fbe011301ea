/**
 * Small trees of packages, each but {@code clean} with one import that the rules of
 * {@code io.lockstarter.PackageRules} must refuse.
 */
@NullMarked
package archfixture;

import org.jspecify.annotations.NullMarked;

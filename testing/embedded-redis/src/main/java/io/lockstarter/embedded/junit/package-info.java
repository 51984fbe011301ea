/** Keeps the console of a build short. */
@NullMarked
package io.lockstarter.embedded.junit;

import org.jspecify.annotations.NullMarked;

/** Runs the examples of {@code docs/testing.md}. */
@NullMarked
package io.lockstarter.test.docs;

import org.jspecify.annotations.NullMarked;

/** The application that the tests of the kit use. */
@NullMarked
package io.lockstarter.test.app;

import org.jspecify.annotations.NullMarked;

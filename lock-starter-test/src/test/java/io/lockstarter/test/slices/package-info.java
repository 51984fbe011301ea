/** Tests with the slices of Spring Boot. */
@NullMarked
package io.lockstarter.test.slices;

import org.jspecify.annotations.NullMarked;

/** Tests of the wiring, in application contexts as Spring Boot makes them. */
@NullMarked
package io.lockstarter.autoconfigure;

import org.jspecify.annotations.NullMarked;

/** Tests the auto-configuration in application contexts of Spring Boot. */
@NullMarked
package io.lockstarter.autoconfigure;

import org.jspecify.annotations.NullMarked;

/**
 * Contains the checks of the properties, and the failure analyzers that say what to do
 * when an application with locks does not start. In: bound properties and exceptions.
 * Out: {@link io.lockstarter.autoconfigure.failure.InvalidLockConfigurationException} and
 * failure analyses. It belongs to {@code io.lockstarter.autoconfigure}, and no other
 * package imports it.
 */
@NullMarked
package io.lockstarter.autoconfigure.failure;

import org.jspecify.annotations.NullMarked;

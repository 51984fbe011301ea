/**
 * Adapts the lock service to Spring Integration. In: keys of the framework. Out: locks.
 * Next: {@code io.lockstarter}, the lock service.
 */
@NullMarked
package io.lockstarter.integration;

import org.jspecify.annotations.NullMarked;

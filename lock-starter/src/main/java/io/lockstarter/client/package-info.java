/**
 * Creates lock services without auto-configuration: in a program without Spring Boot, or
 * for a second Redis. In: a connection factory and settings. Out: a lock service. Next:
 * {@code io.lockstarter.engine}.
 */
@NullMarked
package io.lockstarter.client;

import org.jspecify.annotations.NullMarked;

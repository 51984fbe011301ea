/**
 * The Redis and the database of all instances: the configured ones, or embedded ones that
 * end with the launcher. Environment variables pass their addresses to the instances.
 */
@NullMarked
package io.lockstarter.sample.fleet.server;

import org.jspecify.annotations.NullMarked;

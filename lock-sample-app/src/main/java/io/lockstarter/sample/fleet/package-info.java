/**
 * The launcher, and the instances of the shop that it starts as processes.
 * {@link io.lockstarter.sample.fleet.Fleet} holds all instances. Next: {@code server},
 * their Redis and their database; {@code events}, the lock events of the instances;
 * {@code load} and {@code failure}, the runs and failures that the page can start;
 * {@code page}, the HTTP API of the page.
 */
@NullMarked
package io.lockstarter.sample.fleet;

import org.jspecify.annotations.NullMarked;

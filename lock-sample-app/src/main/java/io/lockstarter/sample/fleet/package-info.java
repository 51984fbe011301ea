/**
 * The launcher: owns a Redis, a database and the instances of the shop, serves the page,
 * sends what is bought to the instances and what happens there to the page. Browsers come
 * in at the controllers; {@link io.lockstarter.sample.fleet.Fleet} is all instances.
 * Next: {@code io.lockstarter.sample.shop}, in other processes.
 */
@NullMarked
package io.lockstarter.sample.fleet;

import org.jspecify.annotations.NullMarked;

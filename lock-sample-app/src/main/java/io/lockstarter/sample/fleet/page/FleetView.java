package io.lockstarter.sample.fleet.page;

import java.util.List;

/**
 * Describes the fleet for the page.
 *
 * @param instances all instances
 * @param size the configured number of instances
 * @param redis the Redis that they share
 * @param redisIsOurs true if the launcher started Redis and may restart it
 * @param database the database that they share
 */
record FleetView(List<InstanceView> instances, int size, String redis, boolean redisIsOurs, String database) {
}

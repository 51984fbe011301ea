package io.lockstarter.sample.fleet;

import java.util.List;

/**
 * The fleet, for the page.
 *
 * @param instances all instances
 * @param size how many they will be
 * @param redis the Redis that they share
 * @param redisIsOurs whether the page may restart it
 * @param database the database that they share
 */
record FleetView(List<InstanceView> instances, int size, String redis, boolean redisIsOurs, String database) {
}

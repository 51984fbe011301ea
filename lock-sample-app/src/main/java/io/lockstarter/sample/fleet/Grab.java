package io.lockstarter.sample.fleet;

/**
 * What became of an order that many couriers wanted.
 *
 * @param order the order
 * @param couriers how many wanted it
 * @param winners how many got it
 * @param winner who got it
 * @param instance at which instance
 */
record Grab(String order, int couriers, int winners, String winner, String instance) {
}

package io.lockstarter.sample.fleet.load;

/**
 * Holds the result of many couriers who tried to take one order.
 *
 * @param order the order
 * @param couriers the number of couriers
 * @param winners the number of couriers who took the order
 * @param winner the courier who took it
 * @param instance the instance that gave it
 */
public record DeliveryRace(String order, int couriers, int winners, String winner, String instance) {
}

package io.lockstarter.sample.shop;

/**
 * An order that a courier has taken.
 *
 * @param order the order
 * @param courier the courier
 * @param instance the instance that gave the order
 */
public record Delivery(String order, String courier, String instance) {
}

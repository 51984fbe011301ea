package io.lockstarter.sample.shop.delivery;

/**
 * An order that a courier has got.
 *
 * @param order the order
 * @param courier who delivers it
 * @param instance where he asked for it
 */
record Delivery(String order, String courier, String instance) {
}

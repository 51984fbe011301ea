package io.lockstarter.sample.shop;

import java.util.UUID;

/**
 * The record of a sale in the database.
 *
 * @param id the unique id of the order
 * @param protection the lock of the purchase
 */
record Order(UUID id, Protection protection) {
}

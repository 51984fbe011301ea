package io.lockstarter.sample.shop;

import java.util.UUID;

/**
 * What is written down of a sale.
 *
 * @param id the order, unlike any other
 * @param protection how it was bought
 */
record Order(UUID id, Protection protection) {
}

package io.lockstarter.sample.shop;

import java.util.OptionalLong;
import java.util.UUID;

/**
 * What is written down of a sale.
 *
 * @param id the order, unlike any other
 * @param way how it was bought
 * @param fence the number under which it was written, where there is one
 */
record Order(UUID id, Way way, OptionalLong fence) {
}

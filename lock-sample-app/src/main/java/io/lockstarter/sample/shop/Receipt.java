package io.lockstarter.sample.shop;

import java.util.UUID;

/**
 * What a buyer gets.
 *
 * @param sku the article
 * @param remaining the pieces left after this one
 * @param orderId the order, unlike any other
 */
record Receipt(Sku sku, int remaining, UUID orderId) {
}

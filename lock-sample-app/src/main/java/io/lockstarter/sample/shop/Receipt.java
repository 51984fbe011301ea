package io.lockstarter.sample.shop;

import java.util.UUID;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * What a buyer gets.
 *
 * @param sku the article
 * @param remaining the pieces left after this one
 * @param orderId the order, unlike any other
 * @param instance the instance that sold it
 * @param fence the fence of the sale, where it has one
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record Receipt(Sku sku, int remaining, UUID orderId, String instance, @Nullable Long fence) {
}

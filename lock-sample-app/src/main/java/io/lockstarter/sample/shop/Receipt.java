package io.lockstarter.sample.shop;

import java.util.UUID;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * The result of a purchase.
 *
 * @param sku the article
 * @param remaining the pieces left after this one
 * @param orderId the unique id of the order
 * @param instance the instance that sold it
 * @param fencingNumber the fencing number of the sale, or null without one
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Receipt(Sku sku, int remaining, UUID orderId, String instance, @Nullable Long fencingNumber) {
}

package io.lockstarter.sample.shop;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * An article with its stock and the number of its orders.
 *
 * @param sku the article
 * @param pieces the pieces at the start
 * @param remaining the pieces left in the database
 * @param orders the number of orders since the start
 */
public record StockLine(Sku sku, int pieces, int remaining, int orders) {

	/** Returns the number of orders without a piece. */
	@JsonProperty
	int oversold() {
		return Math.max(0, this.orders - this.pieces);
	}

}

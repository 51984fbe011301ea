package io.lockstarter.sample.shop;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * An article with what became of it.
 *
 * @param sku the article
 * @param pieces the pieces that there were at first
 * @param remaining the pieces left, as the stock says
 * @param orders the orders that were taken since
 */
record ShelfLine(Sku sku, int pieces, int remaining, int orders) {

	/** Orders that cannot be delivered. */
	@JsonProperty
	int oversold() {
		return Math.max(0, this.orders - this.pieces);
	}

}

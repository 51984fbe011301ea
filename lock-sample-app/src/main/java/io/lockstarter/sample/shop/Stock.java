package io.lockstarter.sample.shop;

/**
 * The pieces left of an article; never negative.
 *
 * @param sku the article
 * @param remaining the pieces left
 */
record Stock(Sku sku, int remaining) {

	Stock {
		if (remaining < 0) {
			throw new IllegalArgumentException("The stock of " + sku + " cannot be " + remaining);
		}
	}

	Stock minus(int pieces) {
		return new Stock(this.sku, this.remaining - pieces);
	}

}

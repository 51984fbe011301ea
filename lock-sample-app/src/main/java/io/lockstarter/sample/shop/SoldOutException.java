package io.lockstarter.sample.shop;

/** Reports that no piece of the article is left. */
public final class SoldOutException extends RuntimeException {

	SoldOutException(Sku sku) {
		super(sku + " is sold out");
	}

}

package io.lockstarter.sample.shop;

/** The last piece is gone. */
final class SoldOutException extends RuntimeException {

	SoldOutException(Sku sku) {
		super(sku + " is sold out");
	}

}

package io.lockstarter.sample.shop;

/** There never was such an article. */
final class UnknownSkuException extends RuntimeException {

	UnknownSkuException(Sku sku) {
		super("There is no article " + sku);
	}

}

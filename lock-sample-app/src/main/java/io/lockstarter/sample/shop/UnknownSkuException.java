package io.lockstarter.sample.shop;

/** Reports that the shop does not have the article. */
public final class UnknownSkuException extends RuntimeException {

	UnknownSkuException(Sku sku) {
		super("There is no article " + sku);
	}

}

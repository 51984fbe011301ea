package io.lockstarter.sample.shop;

import java.time.Duration;

import io.lockstarter.DistributedLock;
import io.lockstarter.LockHandle;

import org.springframework.stereotype.Component;

/** Buys under the lock of the article, by annotation. */
@Component
class AnnotatedPurchase implements Purchase {

	private final Till till;

	AnnotatedPurchase(Till till) {
		this.till = till;
	}

	@Override
	public Way way() {
		return Way.ANNOTATION;
	}

	@Override
	@DistributedLock(key = "sku:#<sku>")
	public Receipt buy(Sku sku, Duration paymentTime) {
		return this.till.sell(sku, paymentTime, new Protection(Way.ANNOTATION, LockHandle.current()));
	}

}

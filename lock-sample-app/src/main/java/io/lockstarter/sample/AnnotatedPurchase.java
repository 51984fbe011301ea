package io.lockstarter.sample;

import java.time.Duration;

import io.lockstarter.DistributedLock;
import io.lockstarter.LockHandle;
import io.lockstarter.sample.shop.Checkout;
import io.lockstarter.sample.shop.Protection;
import io.lockstarter.sample.shop.Purchase;
import io.lockstarter.sample.shop.PurchaseMode;
import io.lockstarter.sample.shop.Receipt;
import io.lockstarter.sample.shop.Sku;

import org.springframework.stereotype.Component;

/** Buys under the lock of the article. The annotation acquires the lock. */
@Component
class AnnotatedPurchase implements Purchase {

	private final Checkout checkout;

	AnnotatedPurchase(Checkout checkout) {
		this.checkout = checkout;
	}

	@Override
	public PurchaseMode mode() {
		return PurchaseMode.ANNOTATION;
	}

	@Override
	@DistributedLock(key = "sku:#<sku>")
	public Receipt buy(Sku sku, Duration paymentTime) {
		return this.checkout.sell(sku, paymentTime, new Protection(PurchaseMode.ANNOTATION, LockHandle.current()));
	}

}

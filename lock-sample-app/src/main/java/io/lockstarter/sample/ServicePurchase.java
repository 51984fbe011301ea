package io.lockstarter.sample;

import java.time.Duration;

import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.LockService;
import io.lockstarter.sample.shop.Checkout;
import io.lockstarter.sample.shop.Protection;
import io.lockstarter.sample.shop.Purchase;
import io.lockstarter.sample.shop.PurchaseMode;
import io.lockstarter.sample.shop.Receipt;
import io.lockstarter.sample.shop.Sku;

import org.springframework.stereotype.Component;

/** Buys under the same lock, and acquires it with {@link LockService}. */
@Component
class ServicePurchase implements Purchase {

	private final LockService locks;

	private final Checkout checkout;

	ServicePurchase(LockService locks, Checkout checkout) {
		this.locks = locks;
		this.checkout = checkout;
	}

	@Override
	public PurchaseMode mode() {
		return PurchaseMode.SERVICE;
	}

	@Override
	public Receipt buy(Sku sku, Duration paymentTime) {
		try (LockHandle lock = this.locks.acquire(LockRequest.of("sku:" + sku).withName("sku:#<sku>"))) {
			return this.checkout.sell(sku, paymentTime, new Protection(PurchaseMode.SERVICE, lock));
		}
	}

}

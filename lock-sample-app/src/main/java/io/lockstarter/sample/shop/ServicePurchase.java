package io.lockstarter.sample.shop;

import java.time.Duration;

import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.LockService;

import org.springframework.stereotype.Component;

/** Buys under the same lock, taken by hand. */
@Component
class ServicePurchase implements Purchase {

	private final LockService locks;

	private final Till till;

	ServicePurchase(LockService locks, Till till) {
		this.locks = locks;
		this.till = till;
	}

	@Override
	public Way way() {
		return Way.SERVICE;
	}

	@Override
	public Receipt buy(Sku sku, Duration paymentTime) {
		try (LockHandle lock = this.locks.acquire(LockRequest.of("sku:" + sku).withName("sku:#<sku>"))) {
			return this.till.sell(sku, paymentTime, new Protection(Way.SERVICE, lock));
		}
	}

}

package io.lockstarter.sample.shop;

import java.time.Duration;

import io.lockstarter.sample.shop.watch.LockWatch;

import org.springframework.stereotype.Component;

/** Buys without a lock, to show what goes wrong then. */
@Component
class UnlockedPurchase implements Purchase {

	private final Checkout checkout;

	private final LockWatch watch;

	UnlockedPurchase(Checkout checkout, LockWatch watch) {
		this.checkout = checkout;
		this.watch = watch;
	}

	@Override
	public PurchaseMode mode() {
		return PurchaseMode.NONE;
	}

	@Override
	public Receipt buy(Sku sku, Duration paymentTime) {
		return this.watch.withoutLock("sku:" + sku, () -> this.checkout.sell(sku, paymentTime, Protection.none()));
	}

}

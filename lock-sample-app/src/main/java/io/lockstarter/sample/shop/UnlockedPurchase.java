package io.lockstarter.sample.shop;

import java.time.Duration;

import io.lockstarter.sample.shop.watch.LockWatch;

import org.springframework.stereotype.Component;

/** Buys without a lock, to show what becomes of it. */
@Component
class UnlockedPurchase implements Purchase {

	private final Till till;

	private final LockWatch watch;

	UnlockedPurchase(Till till, LockWatch watch) {
		this.till = till;
		this.watch = watch;
	}

	@Override
	public Way way() {
		return Way.NONE;
	}

	@Override
	public Receipt buy(Sku sku, Duration paymentTime) {
		return this.watch.withoutLock("sku:" + sku, () -> this.till.sell(sku, paymentTime, Protection.none()));
	}

}

package io.lockstarter.sample;

import java.time.Duration;

import io.lockstarter.DistributedLock;
import io.lockstarter.LockHandle;
import io.lockstarter.OnLost;
import io.lockstarter.sample.shop.Checkout;
import io.lockstarter.sample.shop.Protection;
import io.lockstarter.sample.shop.Purchase;
import io.lockstarter.sample.shop.PurchaseMode;
import io.lockstarter.sample.shop.Receipt;
import io.lockstarter.sample.shop.Sku;

import org.springframework.stereotype.Component;

/**
 * Buys under a lock with a short ttl and a fencing number. If the holder is paused for
 * longer than the ttl, the next buyer acquires the lock. The database then rejects the
 * late write of the first holder.
 */
@Component
class FencedPurchase implements Purchase {

	private final Checkout checkout;

	FencedPurchase(Checkout checkout) {
		this.checkout = checkout;
	}

	@Override
	public PurchaseMode mode() {
		return PurchaseMode.FENCED;
	}

	@Override
	@DistributedLock(key = "sku:#<sku>", ttl = "${shop.short-ttl:3s}", waitTime = "15s", fencing = true,
			onLost = OnLost.IGNORE)
	public Receipt buy(Sku sku, Duration paymentTime) {
		return this.checkout.sell(sku, paymentTime, new Protection(PurchaseMode.FENCED, LockHandle.current()));
	}

}

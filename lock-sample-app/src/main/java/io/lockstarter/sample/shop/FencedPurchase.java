package io.lockstarter.sample.shop;

import java.time.Duration;

import io.lockstarter.DistributedLock;
import io.lockstarter.LockHandle;
import io.lockstarter.OnLost;

import org.springframework.stereotype.Component;

/**
 * Buys under a lock with a short ttl and a fence. Where the holder is paused for longer
 * than the ttl, the next one gets the lock, and the late write is refused by the
 * database.
 */
@Component
class FencedPurchase implements Purchase {

	private final Till till;

	FencedPurchase(Till till) {
		this.till = till;
	}

	@Override
	public Way way() {
		return Way.FENCED;
	}

	@Override
	@DistributedLock(key = "sku:#<sku>", ttl = "${shop.short-ttl:3s}", waitTime = "15s", fence = true,
			onLost = OnLost.IGNORE)
	public Receipt buy(Sku sku, Duration paymentTime) {
		return this.till.sell(sku, paymentTime, new Protection(Way.FENCED, LockHandle.current()));
	}

}

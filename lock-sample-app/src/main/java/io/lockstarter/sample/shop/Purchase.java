package io.lockstarter.sample.shop;

import java.time.Duration;

/** Buys with one kind of lock. */
public interface Purchase {

	PurchaseMode mode();

	Receipt buy(Sku sku, Duration paymentTime);

}

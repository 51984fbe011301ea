package io.lockstarter.sample.shop;

import java.time.Duration;

/** One way to buy. */
interface Purchase {

	Way way();

	Receipt buy(Sku sku, Duration paymentTime);

}

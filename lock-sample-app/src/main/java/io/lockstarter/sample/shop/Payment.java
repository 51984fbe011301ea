package io.lockstarter.sample.shop;

import org.springframework.stereotype.Component;

/**
 * Stands for a call to a bank: it takes the time that makes reading and writing the stock
 * two moments. Charges nobody.
 */
@Component
class Payment {

	private final ShopProperties properties;

	Payment(ShopProperties properties) {
		this.properties = properties;
	}

	void collect() {
		try {
			Thread.sleep(this.properties.paymentTime().toMillis());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted during a payment; nothing was sold", ex);
		}
	}

}

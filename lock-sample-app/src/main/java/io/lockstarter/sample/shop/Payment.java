package io.lockstarter.sample.shop;

import java.time.Duration;

import org.springframework.stereotype.Component;

/**
 * Stands for a call to a bank. It only takes time, between reading and writing the stock.
 */
@Component
class Payment {

	void collect(Duration time) {
		try {
			Thread.sleep(time.toMillis());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted during a payment; nothing was sold", ex);
		}
	}

}

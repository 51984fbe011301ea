package io.lockstarter.sample.shop;

import java.time.Duration;

import org.springframework.stereotype.Component;
import org.springframework.util.IdGenerator;

/**
 * Sells a piece: reads the stock, takes the payment, writes the stock. Deliberately so:
 * without a lock around it, two buyers read the same number, and both get the last piece.
 */
@Component
class Till {

	private final Shelf shelf;

	private final Payment payment;

	private final ShopProperties properties;

	private final IdGenerator orderIds;

	Till(Shelf shelf, Payment payment, ShopProperties properties, IdGenerator orderIds) {
		this.shelf = shelf;
		this.payment = payment;
		this.properties = properties;
		this.orderIds = orderIds;
	}

	Receipt sell(Sku sku, Duration paymentTime, Protection protection) {
		Stock before = this.shelf.find(sku).orElseThrow(() -> new UnknownSkuException(sku));
		if (before.remaining() == 0) {
			throw new SoldOutException(sku);
		}
		this.payment.collect(paymentTime);
		Stock after = before.less(1);
		// The last moment at which giving up is free.
		protection.check();
		Order order = new Order(this.orderIds.generateId(), protection);
		this.shelf.save(after, order);
		return new Receipt(sku, after.remaining(), order.id(), this.properties.instance(), protection.fence());
	}

}

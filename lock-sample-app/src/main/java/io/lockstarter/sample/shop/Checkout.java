package io.lockstarter.sample.shop;

import java.time.Duration;

import org.springframework.stereotype.Component;
import org.springframework.util.IdGenerator;

/**
 * Sells a piece: reads the stock, takes the payment, writes the stock. The three steps
 * need a lock on purpose: without it, two buyers read the same number, and both buy the
 * last piece.
 */
@Component
public class Checkout {

	private final StockRepository stock;

	private final Payment payment;

	private final ShopProperties properties;

	private final IdGenerator orderIds;

	Checkout(StockRepository stock, Payment payment, ShopProperties properties, IdGenerator orderIds) {
		this.stock = stock;
		this.payment = payment;
		this.properties = properties;
		this.orderIds = orderIds;
	}

	public Receipt sell(Sku sku, Duration paymentTime, Protection protection) {
		Stock before = this.stock.find(sku).orElseThrow(() -> new UnknownSkuException(sku));
		if (before.remaining() == 0) {
			throw new SoldOutException(sku);
		}
		this.payment.collect(paymentTime);
		Stock after = before.minus(1);
		// The last moment at which the sale can fail without an effect.
		protection.check();
		Order order = new Order(this.orderIds.generateId(), protection);
		this.stock.save(after, order);
		return new Receipt(sku, after.remaining(), order.id(), this.properties.instance(), protection.fencingNumber());
	}

}

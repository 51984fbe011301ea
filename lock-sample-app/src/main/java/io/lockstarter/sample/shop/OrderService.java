package io.lockstarter.sample.shop;

import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.LockService;

import org.springframework.stereotype.Service;
import org.springframework.util.IdGenerator;

/**
 * Sells pieces, one after the other for each article: reads the stock, takes the payment,
 * writes the stock. Without the lock two buyers would read the same number, and both get
 * the last piece.
 */
@Service
class OrderService {

	private final LockService locks;

	private final StockRepository stocks;

	private final Payment payment;

	private final IdGenerator orderIds;

	OrderService(LockService locks, StockRepository stocks, Payment payment, IdGenerator orderIds) {
		this.locks = locks;
		this.stocks = stocks;
		this.payment = payment;
		this.orderIds = orderIds;
	}

	Receipt buy(Sku sku) {
		// Before the lock, so that names that nobody sells cost Redis nothing.
		find(sku);
		try (LockHandle lock = this.locks.acquire(LockRequest.of("sku:" + sku).withName("sku:#<sku>"))) {
			Stock before = find(sku);
			if (before.remaining() == 0) {
				throw new SoldOutException(sku);
			}
			this.payment.collect();
			Stock after = before.less(1);
			// The last moment at which giving up is free.
			lock.ensureHeld();
			this.stocks.save(after);
			return new Receipt(sku, after.remaining(), this.orderIds.generateId());
		}
	}

	private Stock find(Sku sku) {
		return this.stocks.find(sku).orElseThrow(() -> new UnknownSkuException(sku));
	}

}

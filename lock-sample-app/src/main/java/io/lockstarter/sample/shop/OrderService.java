package io.lockstarter.sample.shop;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.springframework.stereotype.Service;

/** Sells with the lock that the request names. */
@Service
public class OrderService {

	private final StockRepository stock;

	private final Map<PurchaseMode, Purchase> purchases;

	OrderService(StockRepository stock, List<Purchase> purchases) {
		this.stock = stock;
		this.purchases = purchases.stream().collect(Collectors.toMap(Purchase::mode, Function.identity()));
	}

	public Receipt buy(Sku sku, PurchaseMode mode, Duration paymentTime) {
		// Checked before the lock, so that unknown names send no command to Redis.
		if (this.stock.find(sku).isEmpty()) {
			throw new UnknownSkuException(sku);
		}
		return Objects.requireNonNull(this.purchases.get(mode)).buy(sku, paymentTime);
	}

}

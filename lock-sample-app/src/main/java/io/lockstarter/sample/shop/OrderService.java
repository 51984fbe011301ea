package io.lockstarter.sample.shop;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

import io.lockstarter.sample.shop.watch.LockWatch;

import org.springframework.stereotype.Service;

/** Sells in the way that is asked for. */
@Service
class OrderService {

	private final Shelf shelf;

	private final LockWatch watch;

	private final Map<Way, Purchase> purchases;

	OrderService(Shelf shelf, LockWatch watch, List<Purchase> purchases) {
		this.shelf = shelf;
		this.watch = watch;
		this.purchases = purchases.stream().collect(Collectors.toMap(Purchase::way, Function.identity()));
	}

	Receipt buy(Sku sku, Way way, Duration paymentTime) {
		// Before the lock, so that names that nobody sells cost Redis nothing.
		if (this.shelf.find(sku).isEmpty()) {
			throw new UnknownSkuException(sku);
		}
		if (way != Way.NONE) {
			this.watch.asks("sku:" + sku);
		}
		return Objects.requireNonNull(this.purchases.get(way)).buy(sku, paymentTime);
	}

}

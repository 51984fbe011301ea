package io.lockstarter.sample.shop;

import java.util.List;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** The shop over HTTP; {@link Problems} turns what goes wrong into answers. */
@RestController
class ShopController {

	private final OrderService orders;

	private final StockRepository stocks;

	ShopController(OrderService orders, StockRepository stocks) {
		this.orders = orders;
		this.stocks = stocks;
	}

	@GetMapping("/stock")
	List<Stock> stock() {
		return this.stocks.findAll();
	}

	@PostMapping("/orders/{sku}/buy")
	Receipt buy(@PathVariable Sku sku) {
		return this.orders.buy(sku);
	}

}

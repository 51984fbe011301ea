package io.lockstarter.sample.shop.web;

import java.util.List;

import io.lockstarter.sample.shop.OrderService;
import io.lockstarter.sample.shop.PurchaseMode;
import io.lockstarter.sample.shop.Receipt;
import io.lockstarter.sample.shop.ShopProperties;
import io.lockstarter.sample.shop.Sku;
import io.lockstarter.sample.shop.StockLine;
import io.lockstarter.sample.shop.StockRepository;
import org.jspecify.annotations.Nullable;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Serves stock and purchases. {@link Problems} converts exceptions to responses. */
@RestController
class ShopController {

	private static final int MAX_PIECES = 100_000;

	private final OrderService orders;

	private final StockRepository stock;

	private final ShopProperties properties;

	ShopController(OrderService orders, StockRepository stock, ShopProperties properties) {
		this.orders = orders;
		this.stock = stock;
		this.properties = properties;
	}

	@GetMapping("/stock")
	List<StockLine> stock() {
		return this.stock.lines();
	}

	@PutMapping("/stock/{sku}")
	List<StockLine> fill(@PathVariable Sku sku, @RequestParam int pieces) {
		if (pieces < 0 || pieces > MAX_PIECES) {
			throw new BadInputException("The stock must be 0 to " + MAX_PIECES + " pieces, but is " + pieces);
		}
		this.stock.fill(sku, pieces);
		return this.stock.lines();
	}

	@PostMapping("/orders/{sku}/buy")
	Receipt buy(@PathVariable Sku sku, @RequestParam(defaultValue = "annotation") PurchaseMode lock,
			@RequestParam(required = false) @Nullable PaymentTime payment) {
		return this.orders.buy(sku, lock, (payment != null) ? payment.duration() : this.properties.paymentTime());
	}

}

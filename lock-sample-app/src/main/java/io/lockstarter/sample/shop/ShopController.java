package io.lockstarter.sample.shop;

import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The shop over HTTP; {@link Problems} turns what goes wrong into answers. */
@RestController
class ShopController {

	private static final int MOST_PIECES = 100_000;

	private final OrderService orders;

	private final Shelf shelf;

	private final ShopProperties properties;

	ShopController(OrderService orders, Shelf shelf, ShopProperties properties) {
		this.orders = orders;
		this.shelf = shelf;
		this.properties = properties;
	}

	@GetMapping("/stock")
	List<ShelfLine> stock() {
		return this.shelf.lines();
	}

	@PutMapping("/stock/{sku}")
	List<ShelfLine> fill(@PathVariable Sku sku, @RequestParam int pieces) {
		if (pieces < 0 || pieces > MOST_PIECES) {
			throw new BadInputException("A stock is 0 to " + MOST_PIECES + " pieces; not " + pieces);
		}
		this.shelf.fill(sku, pieces);
		return this.shelf.lines();
	}

	@PostMapping("/orders/{sku}/buy")
	Receipt buy(@PathVariable Sku sku, @RequestParam(defaultValue = "annotation") Way lock,
			@RequestParam(required = false) @Nullable PaymentTime payment) {
		return this.orders.buy(sku, lock, (payment != null) ? payment.duration() : this.properties.paymentTime());
	}

}

package io.lockstarter.sample.shop.web;

import java.util.regex.Pattern;

import io.lockstarter.sample.Deliveries;
import io.lockstarter.sample.shop.Delivery;

import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Serves the requests of couriers. */
@RestController
class DeliveryController {

	private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,39}");

	private final Deliveries deliveries;

	DeliveryController(Deliveries deliveries) {
		this.deliveries = deliveries;
	}

	@PostMapping("/deliveries/{order}/grab")
	Delivery grab(@PathVariable String order, @RequestParam String courier) {
		if (!NAME.matcher(order).matches() || !NAME.matcher(courier).matches()) {
			throw problem(HttpStatus.BAD_REQUEST, "Bad request",
					"The names of an order and of a courier are 1 to 40 lower-case letters, digits and hyphens");
		}
		return this.deliveries.grab(order, courier)
			.orElseThrow(() -> problem(HttpStatus.CONFLICT, "Already taken",
					"Another courier has already taken order " + order));
	}

	private static ErrorResponseException problem(HttpStatus status, String title, String detail) {
		ProblemDetail problem = ProblemDetail.forStatusAndDetail(status, detail);
		problem.setTitle(title);
		return new ErrorResponseException(status, problem, null);
	}

}

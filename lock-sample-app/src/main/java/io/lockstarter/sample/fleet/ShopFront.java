package io.lockstarter.sample.fleet;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import jakarta.servlet.http.HttpServletRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Passes requests for the shop on to its instances, in turn. */
@RestController
class ShopFront {

	private static final Logger logger = LoggerFactory.getLogger(ShopFront.class);

	private static final List<String> PASSED_ON = List.of(HttpHeaders.CONTENT_TYPE, HttpHeaders.RETRY_AFTER,
			HttpHeaders.ALLOW);

	private final Fleet fleet;

	private final InstanceClient client;

	ShopFront(Fleet fleet, InstanceClient client) {
		this.fleet = fleet;
		this.client = client;
	}

	@RequestMapping({ "/stock", "/stock/*", "/orders/**", "/deliveries/**", "/jobs/**" })
	CompletableFuture<ResponseEntity<String>> forward(HttpServletRequest request) {
		Instance instance = this.fleet.next();
		String path = request.getRequestURI().substring(request.getContextPath().length());
		String query = (request.getQueryString() != null) ? "?" + request.getQueryString() : "";
		return this.client.send(instance, request.getMethod(), path + query).handle((answer, failure) -> {
			if (failure != null) {
				logger.info("{} did not answer: {}", instance.name(), failure.toString());
				throw new ProblemException(HttpStatus.BAD_GATEWAY, "Instance gone",
						instance.name() + " did not answer. Look at the stock before you try again.");
			}
			return ResponseEntity.status(answer.statusCode()).headers(headers(answer)).body(answer.body());
		});
	}

	private static HttpHeaders headers(HttpResponse<String> answer) {
		HttpHeaders headers = new HttpHeaders();
		PASSED_ON.forEach((name) -> answer.headers().firstValue(name).ifPresent((value) -> headers.set(name, value)));
		return headers;
	}

}

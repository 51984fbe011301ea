package io.lockstarter.sample.fleet.page;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.lockstarter.sample.fleet.Fleet;
import io.lockstarter.sample.fleet.Instance;
import io.lockstarter.sample.fleet.InstanceClient;
import io.lockstarter.sample.fleet.ProblemException;
import jakarta.servlet.http.HttpServletRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Forwards requests for the shop to the instances in turn. */
@RestController
class ShopGateway {

	private static final Logger logger = LoggerFactory.getLogger(ShopGateway.class);

	private static final List<String> FORWARDED_HEADERS = List.of(HttpHeaders.CONTENT_TYPE, HttpHeaders.RETRY_AFTER,
			HttpHeaders.ALLOW);

	private final Fleet fleet;

	private final InstanceClient client;

	ShopGateway(Fleet fleet, InstanceClient client) {
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
				logger.info("{} did not respond: {}", instance.name(), failure.toString());
				throw new ProblemException(HttpStatus.BAD_GATEWAY, "No response",
						instance.name() + " did not respond. Check the stock before you try again.");
			}
			return ResponseEntity.status(answer.statusCode()).headers(headers(answer)).body(answer.body());
		});
	}

	private static HttpHeaders headers(HttpResponse<String> answer) {
		HttpHeaders headers = new HttpHeaders();
		FORWARDED_HEADERS
			.forEach((name) -> answer.headers().firstValue(name).ifPresent((value) -> headers.set(name, value)));
		return headers;
	}

}

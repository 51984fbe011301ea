package io.lockstarter.test.app;

import io.lockstarter.DistributedLock;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** A controller with a lock. */
@RestController
public class OrderController {

	@GetMapping("/orders/{id}")
	@DistributedLock(key = "order:#<id>", waitTime = "0")
	public String order(@PathVariable long id) {
		return "order " + id;
	}

}

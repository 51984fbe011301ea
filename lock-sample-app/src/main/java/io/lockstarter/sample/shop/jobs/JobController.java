package io.lockstarter.sample.shop.jobs;

import java.time.Duration;
import java.util.List;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** The jobs over HTTP: the reports so far, and a new inventory. */
@RestController
class JobController {

	private final StockReports reports;

	private final Inventory inventory;

	private final Duration inventoryTime;

	JobController(StockReports reports, Inventory inventory,
			@Value("${shop.inventory-time:8s}") Duration inventoryTime) {
		this.reports = reports;
		this.inventory = inventory;
		this.inventoryTime = inventoryTime;
	}

	@GetMapping("/jobs/report")
	List<StockReport> reports() {
		return this.reports.last();
	}

	@PostMapping("/jobs/inventory")
	@ResponseStatus(HttpStatus.ACCEPTED)
	void startInventory() {
		this.inventory.start(this.inventoryTime);
	}

}

package io.lockstarter.sample.shop.web;

import java.time.Duration;
import java.util.List;

import io.lockstarter.sample.shop.jobs.Inventory;
import io.lockstarter.sample.shop.jobs.StockReport;
import io.lockstarter.sample.shop.jobs.StockReports;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Lists the reports, and starts an inventory. */
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

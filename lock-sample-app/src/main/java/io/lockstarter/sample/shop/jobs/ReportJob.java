package io.lockstarter.sample.shop.jobs;

import io.lockstarter.DistributedLock;
import io.lockstarter.IfBusy;

import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * The report that all instances are due to write at the same moment, and that one of them
 * writes. It is quickly done: without {@code minHold}, an instance whose clock is a
 * little late would write it again.
 */
@Component
class ReportJob {

	private final StockReports reports;

	ReportJob(StockReports reports) {
		this.reports = reports;
	}

	@Scheduled(cron = "${shop.report-cron:*/10 * * * * *}")
	@DistributedLock(key = "job:report", waitTime = "0", ifBusy = IfBusy.SKIP, minHold = "2s")
	public void write() {
		this.reports.write();
	}

}

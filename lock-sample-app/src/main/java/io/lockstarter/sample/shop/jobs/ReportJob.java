package io.lockstarter.sample.shop.jobs;

import io.lockstarter.DistributedLock;
import io.lockstarter.IfBusy;

import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * The report that all instances are due to write at the same moment, and that one of them
 * writes. It is quickly done: without {@code minHold}, an instance that is a little late
 * would write it again.
 */
@Component
class ReportJob {

	private final StockReports reports;

	ReportJob(StockReports reports) {
		this.reports = reports;
	}

	@Scheduled(cron = "${shop.report-cron:*/10 * * * * *}")
	@DistributedLock(key = "job:report", waitTime = "0", ifBusy = IfBusy.SKIP, minHold = "${shop.report-min-hold:8s}")
	public void write() {
		this.reports.write();
	}

}

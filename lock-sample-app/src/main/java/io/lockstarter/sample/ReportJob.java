package io.lockstarter.sample;

import io.lockstarter.DistributedLock;
import io.lockstarter.OnBusy;
import io.lockstarter.sample.shop.jobs.StockReports;

import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Writes the stock report on one instance, although the schedule fires on all instances
 * at the same moment. The work is short: without {@code minHold}, an instance that is a
 * little late would write the report again.
 */
@Component
class ReportJob {

	private final StockReports reports;

	ReportJob(StockReports reports) {
		this.reports = reports;
	}

	@Scheduled(cron = "${shop.report-cron:*/10 * * * * *}")
	@DistributedLock(key = "job:report", onBusy = OnBusy.SKIP, minHold = "${shop.report-min-hold:8s}")
	public void write() {
		this.reports.write();
	}

}

package io.lockstarter.sample.shop.jobs;

import java.time.Clock;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** Writes and reads the last reports in the database. */
@Repository
public class StockReports {

	private static final int KEPT = 20;

	private final JdbcClient jdbc;

	private final Clock clock;

	private final String instance;

	StockReports(JdbcClient jdbc, Clock clock, @Value("${shop.instance:shop}") String instance) {
		this.jdbc = jdbc;
		this.clock = clock;
		this.instance = instance;
	}

	public void write() {
		this.jdbc
			.sql("insert into reports (instance, at, remaining) select ?, ?, coalesce(sum(remaining), 0) from stock")
			.param(this.instance)
			.param(this.clock.instant().atOffset(ZoneOffset.UTC))
			.update();
		this.jdbc.sql("delete from reports where id <= (select max(id) from reports) - ?").param(KEPT).update();
	}

	public List<StockReport> last() {
		return this.jdbc.sql("select instance, at, remaining from reports order by id desc")
			.query((row, number) -> new StockReport(row.getString("instance"),
					row.getObject("at", OffsetDateTime.class), row.getInt("remaining")))
			.list();
	}

}

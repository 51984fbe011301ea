package io.lockstarter.transaction;

import java.util.UUID;

import javax.sql.DataSource;

import org.h2.jdbcx.JdbcDataSource;

import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Represents a database with one row, a counter. Every transaction has a connection of
 * its own, and sees only committed changes of other transactions.
 */
final class Database {

	private final DataSource dataSource;

	private final JdbcTemplate template;

	Database() {
		JdbcDataSource h2 = new JdbcDataSource();
		h2.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=20000");
		this.dataSource = h2;
		this.template = new JdbcTemplate(h2);
		this.template.execute("create table counter (id int primary key, amount int not null)");
		this.template.execute("insert into counter values (1, 0)");
	}

	DataSource dataSource() {
		return this.dataSource;
	}

	int read() {
		Integer amount = this.template.queryForObject("select amount from counter where id = 1", Integer.class);
		return (amount != null) ? amount : -1;
	}

	void write(int amount) {
		this.template.update("update counter set amount = ? where id = 1", amount);
	}

	/** Increments the counter, and returns its old value. */
	int increment() {
		int amount = read();
		write(amount + 1);
		return amount;
	}

	/** Returns the committed value. */
	int committed() {
		return Background.run(this::read).join();
	}

}

package io.lockstarter.sample.shop;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Numbers that go up with every hold: drawn right after the lock was acquired. */
@Component
class Fences {

	private final JdbcClient jdbc;

	Fences(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	long next() {
		return this.jdbc.sql("select nextval('fences')").query(Long.class).single();
	}

}

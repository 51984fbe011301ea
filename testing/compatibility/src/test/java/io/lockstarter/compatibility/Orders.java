package io.lockstarter.compatibility;

import java.util.Optional;
import java.util.function.Supplier;

import io.lockstarter.DistributedLock;
import io.lockstarter.OnBusy;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** A bean with locks and transactions. */
class Orders {

	private final JdbcTemplate jdbc;

	Orders(JdbcTemplate jdbc) {
		this.jdbc = jdbc;
		jdbc.execute("CREATE TABLE paid (id BIGINT PRIMARY KEY)");
	}

	@DistributedLock(key = "order:#<id>", waitTime = "0")
	String ship(long id, Supplier<String> work) {
		return work.get();
	}

	@Transactional
	@DistributedLock(key = "order:#<id>")
	void pay(long id, Runnable afterCommit) {
		this.jdbc.update("INSERT INTO paid VALUES (?)", id);
		TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {

			@Override
			public void afterCommit() {
				afterCommit.run();
			}

		});
	}

	@DistributedLock(key = "order:#<id>", waitTime = "0", onBusy = OnBusy.SKIP)
	Optional<String> skip(long id) {
		return Optional.of("done");
	}

	@SpringBootConfiguration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@Import(Orders.class)
	static class Application {

	}

}

package io.lockstarter.reactive;

import java.util.UUID;

import io.r2dbc.spi.ConnectionFactories;
import io.r2dbc.spi.ConnectionFactory;
import reactor.core.publisher.Mono;

import org.springframework.r2dbc.core.DatabaseClient;

/**
 * Represents a database with one row, a counter. Each transaction has a connection of its
 * own, and sees only committed changes of other transactions.
 */
final class ReactiveDatabase {

	private final ConnectionFactory connections = ConnectionFactories
		.get("r2dbc:h2:mem:///" + UUID.randomUUID() + "?options=DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=20000");

	private final DatabaseClient client = DatabaseClient.create(this.connections);

	ReactiveDatabase() {
		execute("create table counter (id int primary key, amount int not null)")
			.then(execute("insert into counter values (1, 0)"))
			.block(ReactiveTransactionLockTests.LIMIT);
	}

	ConnectionFactory connections() {
		return this.connections;
	}

	Mono<Integer> read() {
		return this.client.sql("select amount from counter where id = 1").map((row) -> row.get(0, Integer.class)).one();
	}

	/** Increments the counter, and returns its new value. */
	Mono<Integer> increment() {
		return execute("update counter set amount = amount + 1 where id = 1").then(read());
	}

	/** Returns the committed value. */
	Integer committed() {
		Integer amount = read().block(ReactiveTransactionLockTests.LIMIT);
		return (amount != null) ? amount : -1;
	}

	private Mono<Void> execute(String sql) {
		return this.client.sql(sql).then();
	}

}

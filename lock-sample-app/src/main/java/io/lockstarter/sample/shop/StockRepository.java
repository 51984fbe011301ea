package io.lockstarter.sample.shop;

import java.time.Clock;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.lockstarter.LockHandle;
import io.lockstarter.jdbc.FencedJdbc;

import org.springframework.jdbc.core.namedparam.NamedParameterJdbcOperations;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/**
 * Reads and writes stock and orders in the database. A write overwrites the writes of
 * others: only the lock of the caller prevents that. A write with a fencing number is
 * rejected if the database has seen a higher one.
 */
@Repository
public class StockRepository {

	private final JdbcClient jdbc;

	private final NamedParameterJdbcOperations named;

	private final ShopProperties properties;

	private final Clock clock;

	StockRepository(JdbcClient jdbc, NamedParameterJdbcOperations named, ShopProperties properties, Clock clock) {
		this.jdbc = jdbc;
		this.named = named;
		this.properties = properties;
		this.clock = clock;
	}

	public List<StockLine> lines() {
		return this.jdbc.sql("""
				select sku, pieces, remaining, (select count(*) from orders o where o.sku = s.sku) as orders
				from stock s order by sku""")
			.query((row, number) -> new StockLine(new Sku(row.getString("sku")), row.getInt("pieces"),
					row.getInt("remaining"), row.getInt("orders")))
			.list();
	}

	Optional<Stock> find(Sku sku) {
		return this.jdbc.sql("select remaining from stock where sku = ?")
			.param(sku.value())
			.query(Integer.class)
			.optional()
			.map((remaining) -> new Stock(sku, remaining));
	}

	/** Sets the pieces of the article, and deletes its orders. */
	@Transactional
	public void fill(Sku sku, int pieces) {
		this.jdbc.sql("delete from orders where sku = ?").param(sku.value()).update();
		int updated = this.jdbc.sql("update stock set pieces = ?, remaining = ? where sku = ?")
			.params(pieces, pieces, sku.value())
			.update();
		if (updated == 0) {
			this.jdbc.sql("insert into stock (sku, pieces, remaining, fencing_number) values (?, ?, ?, 0)")
				.params(sku.value(), pieces, pieces)
				.update();
		}
	}

	/** Writes the stock after a sale and the order in one transaction. */
	@Transactional
	void save(Stock after, Order order) {
		LockHandle lock = order.protection().lock();
		if (lock != null && lock.fencingNumber().isPresent()) {
			FencedJdbc.update(this.named, lock, """
					update stock set remaining = :remaining, fencing_number = :fencingNumber
					where sku = :sku and fencing_number <= :fencingNumber""",
					Map.of("remaining", after.remaining(), "sku", after.sku().value()));
		}
		else {
			this.jdbc.sql("update stock set remaining = ? where sku = ?")
				.params(after.remaining(), after.sku().value())
				.update();
		}
		this.jdbc.sql("insert into orders (id, sku, way, instance, fencing_number, at) values (?, ?, ?, ?, ?, ?)")
			.param(order.id())
			.param(after.sku().value())
			.param(order.protection().mode().text())
			.param(this.properties.instance())
			.param(order.protection().fencingNumber())
			.param(this.clock.instant().atOffset(ZoneOffset.UTC))
			.update();
	}

}

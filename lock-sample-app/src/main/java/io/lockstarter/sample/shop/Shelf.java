package io.lockstarter.sample.shop;

import java.time.Clock;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.lockstarter.LockHandle;
import io.lockstarter.fencing.FencedJdbc;

import org.springframework.jdbc.core.namedparam.NamedParameterJdbcOperations;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/**
 * Stock and orders in the database. A write replaces what was there, whoever wrote it.
 * Nothing here excludes anybody: that is for the caller's lock. Only a write with a fence
 * is refused when a higher one has been there before.
 */
@Repository
class Shelf {

	private final JdbcClient jdbc;

	private final NamedParameterJdbcOperations named;

	private final ShopProperties properties;

	private final Clock clock;

	Shelf(JdbcClient jdbc, NamedParameterJdbcOperations named, ShopProperties properties, Clock clock) {
		this.jdbc = jdbc;
		this.named = named;
		this.properties = properties;
		this.clock = clock;
	}

	List<ShelfLine> lines() {
		return this.jdbc.sql("""
				select sku, pieces, remaining, (select count(*) from orders o where o.sku = s.sku) as orders
				from stock s order by sku""")
			.query((row, number) -> new ShelfLine(new Sku(row.getString("sku")), row.getInt("pieces"),
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

	/** Puts so many pieces there, and forgets all orders of the article. */
	@Transactional
	void fill(Sku sku, int pieces) {
		this.jdbc.sql("delete from orders where sku = ?").param(sku.value()).update();
		int updated = this.jdbc.sql("update stock set pieces = ?, remaining = ? where sku = ?")
			.params(pieces, pieces, sku.value())
			.update();
		if (updated == 0) {
			this.jdbc.sql("insert into stock (sku, pieces, remaining, fence) values (?, ?, ?, 0)")
				.params(sku.value(), pieces, pieces)
				.update();
		}
	}

	/** Writes the stock after a sale, and the order; both or none. */
	@Transactional
	void save(Stock after, Order order) {
		LockHandle lock = order.protection().lock();
		if (lock != null && lock.fence().isPresent()) {
			FencedJdbc.update(this.named, lock, """
					update stock set remaining = :remaining, fence = :fence
					where sku = :sku and fence <= :fence""",
					Map.of("remaining", after.remaining(), "sku", after.sku().value()));
		}
		else {
			this.jdbc.sql("update stock set remaining = ? where sku = ?")
				.params(after.remaining(), after.sku().value())
				.update();
		}
		this.jdbc.sql("insert into orders (id, sku, way, instance, fence, at) values (?, ?, ?, ?, ?, ?)")
			.param(order.id())
			.param(after.sku().value())
			.param(order.protection().way().text())
			.param(this.properties.instance())
			.param(order.protection().fence())
			.param(this.clock.instant().atOffset(ZoneOffset.UTC))
			.update();
	}

}

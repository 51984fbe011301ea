package io.lockstarter.sample.shop;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

import org.springframework.stereotype.Repository;

/** The stock of this one process, as configured under {@code shop.stock}. */
@Repository
class InMemoryStockRepository implements StockRepository {

	private final Map<Sku, Stock> stocks = new ConcurrentHashMap<>();

	InMemoryStockRepository(ShopProperties properties) {
		properties.stock().forEach((sku, remaining) -> save(new Stock(new Sku(sku), remaining)));
	}

	@Override
	public List<Stock> findAll() {
		return this.stocks.values().stream().sorted(Comparator.comparing((stock) -> stock.sku().value())).toList();
	}

	@Override
	public Optional<Stock> find(Sku sku) {
		return Optional.ofNullable(this.stocks.get(sku));
	}

	@Override
	public void save(Stock stock) {
		this.stocks.put(stock.sku(), stock);
	}

}

package io.lockstarter.sample.shop;

import java.util.List;
import java.util.Optional;

/**
 * Reads and writes the stock; a write replaces what was there, whoever wrote it. Nothing
 * here excludes anybody: that is for the caller's lock.
 */
interface StockRepository {

	List<Stock> findAll();

	Optional<Stock> find(Sku sku);

	void save(Stock stock);

}

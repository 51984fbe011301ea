package io.lockstarter.sample.shop;

import java.time.Duration;

import javax.sql.DataSource;

import io.lockstarter.LockRequest;
import io.lockstarter.LockService;

import org.springframework.beans.factory.InitializingBean;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;
import org.springframework.stereotype.Component;

/**
 * Creates the tables and the stock if they do not exist. It holds a lock, because all
 * instances start at the same time.
 */
@Component
class ShopInitializer implements InitializingBean {

	/** An application that waits during its start cannot be stopped by a signal. */
	private static final Duration PATIENCE = Duration.ofMinutes(1);

	private final LockService locks;

	private final DataSource database;

	private final StockRepository stock;

	private final ShopProperties properties;

	ShopInitializer(LockService locks, DataSource database, StockRepository stock, ShopProperties properties) {
		this.locks = locks;
		this.database = database;
		this.stock = stock;
		this.properties = properties;
	}

	@Override
	public void afterPropertiesSet() {
		this.locks.run(LockRequest.of("shop:opening").withWaitTime(PATIENCE), () -> {
			new ResourceDatabasePopulator(new ClassPathResource("tables.sql")).execute(this.database);
			this.properties.stock().forEach((name, pieces) -> {
				Sku sku = new Sku(name);
				if (this.stock.find(sku).isEmpty()) {
					this.stock.fill(sku, pieces);
				}
			});
		});
	}

}

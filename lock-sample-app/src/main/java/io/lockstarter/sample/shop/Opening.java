package io.lockstarter.sample.shop;

import javax.sql.DataSource;

import io.lockstarter.LockRequest;
import io.lockstarter.LockService;

import org.springframework.beans.factory.InitializingBean;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;
import org.springframework.stereotype.Component;

/**
 * Makes the tables and fills the shelf, where that has not been done: under a lock, since
 * all instances start at the same time.
 */
@Component
class Opening implements InitializingBean {

	private final LockService locks;

	private final DataSource database;

	private final Shelf shelf;

	private final ShopProperties properties;

	Opening(LockService locks, DataSource database, Shelf shelf, ShopProperties properties) {
		this.locks = locks;
		this.database = database;
		this.shelf = shelf;
		this.properties = properties;
	}

	@Override
	public void afterPropertiesSet() {
		this.locks.run(LockRequest.of("shop:opening").withWaitTime(LockRequest.FOREVER), () -> {
			new ResourceDatabasePopulator(new ClassPathResource("tables.sql")).execute(this.database);
			this.properties.stock().forEach((name, pieces) -> {
				Sku sku = new Sku(name);
				if (this.shelf.find(sku).isEmpty()) {
					this.shelf.fill(sku, pieces);
				}
			});
		});
	}

}

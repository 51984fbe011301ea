package io.lockstarter.sample;

import java.util.Optional;

import io.lockstarter.DistributedLock;
import io.lockstarter.OnBusy;
import io.lockstarter.sample.shop.Delivery;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;

/**
 * Gives each order to one courier. If the lock is busy, the call returns an empty result.
 * A later call also returns an empty result, if the order already has a courier.
 */
@Service
public class Deliveries {

	/** Stands for real work, such as a call to the kitchen. */
	private static final long WORK_MILLIS = 150;

	private final JdbcClient jdbc;

	private final String instance;

	Deliveries(JdbcClient jdbc, @Value("${shop.instance:shop}") String instance) {
		this.jdbc = jdbc;
		this.instance = instance;
	}

	@DistributedLock(key = "grab:#<order>", onBusy = OnBusy.SKIP)
	public Optional<Delivery> grab(String order, String courier) {
		if (this.jdbc.sql("select count(*) from deliveries where id = ?").param(order).query(Long.class).single() > 0) {
			return Optional.empty();
		}
		work(order);
		this.jdbc.sql("insert into deliveries (id, courier, instance) values (?, ?, ?)")
			.params(order, courier, this.instance)
			.update();
		return Optional.of(new Delivery(order, courier, this.instance));
	}

	private static void work(String order) {
		try {
			Thread.sleep(WORK_MILLIS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(
					"Order '" + order + "' was not assigned: the thread was interrupted. Send the request again.", ex);
		}
	}

}

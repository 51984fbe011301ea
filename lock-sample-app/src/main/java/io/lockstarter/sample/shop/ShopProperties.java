package io.lockstarter.sample.shop;

import java.time.Duration;
import java.util.Map;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Configures the shop.
 *
 * @param instance Name of this instance of the shop.
 * @param stock Pieces of each article at the start.
 * @param paymentTime Time that a payment takes. It lies between reading and writing the
 * stock.
 */
@ConfigurationProperties("shop")
public record ShopProperties(@DefaultValue("shop") String instance, @DefaultValue Map<String, Integer> stock,
		@DefaultValue("10ms") Duration paymentTime) {

	/** The property with which the launcher sets the name of an instance. */
	public static final String INSTANCE = "shop.instance";

}

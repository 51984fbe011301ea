package io.lockstarter.sample.shop;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.scheduling.annotation.EnableScheduling;

/**
 * One instance of the shop. It shares its Redis and its database with the other
 * instances, and nothing else.
 */
@SpringBootApplication(proxyBeanMethods = false)
@ConfigurationPropertiesScan
@EnableScheduling
public class ShopApplication {

	/** The property by which the launcher names an instance. */
	public static final String INSTANCE = "shop.instance";

}

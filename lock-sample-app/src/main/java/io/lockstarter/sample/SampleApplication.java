package io.lockstarter.sample;

import io.lockstarter.sample.fleet.FleetApplication;
import io.lockstarter.sample.shop.ShopProperties;
import io.lockstarter.sample.shop.instance.LauncherWatch;

import org.springframework.boot.SpringApplication;
import org.springframework.context.aot.AbstractAotProcessor;
import org.springframework.core.env.SimpleCommandLinePropertySource;

/**
 * Starts the flash sale. Without arguments it is the launcher, which owns the page, a
 * Redis, a database and several instances of the shop. The launcher starts the same class
 * for each of these instances.
 */
public final class SampleApplication {

	private SampleApplication() {
	}

	public static void main(String[] args) {
		boolean instance = new SimpleCommandLinePropertySource(args).containsProperty(ShopProperties.INSTANCE);
		// Ahead-of-time processing covers the shop, because the shop has the locks.
		boolean aheadOfTime = Boolean.getBoolean(AbstractAotProcessor.AOT_PROCESSING);
		if (instance) {
			LauncherWatch.start();
		}
		SpringApplication.run((instance || aheadOfTime) ? ShopApplication.class : FleetApplication.class, args);
	}

}

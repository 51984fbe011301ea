package io.lockstarter.sample;

import io.lockstarter.sample.fleet.FleetApplication;
import io.lockstarter.sample.shop.LauncherWatch;
import io.lockstarter.sample.shop.ShopApplication;

import org.springframework.boot.SpringApplication;
import org.springframework.context.aot.AbstractAotProcessor;
import org.springframework.core.env.SimpleCommandLinePropertySource;

/**
 * A flash sale that you can watch. Started by you, this is the launcher, which owns the
 * page, a Redis, a database and several instances of the shop; started by the launcher,
 * it is one of these instances.
 */
public final class SampleApplication {

	private SampleApplication() {
	}

	public static void main(String[] args) {
		boolean instance = new SimpleCommandLinePropertySource(args).containsProperty(ShopApplication.INSTANCE);
		// What is processed ahead of time is the shop: it is the one with the locks.
		boolean aheadOfTime = Boolean.getBoolean(AbstractAotProcessor.AOT_PROCESSING);
		if (instance) {
			LauncherWatch.start();
		}
		SpringApplication.run((instance || aheadOfTime) ? ShopApplication.class : FleetApplication.class, args);
	}

}

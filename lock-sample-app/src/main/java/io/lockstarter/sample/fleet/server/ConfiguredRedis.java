package io.lockstarter.sample.fleet.server;

import java.util.List;
import java.util.stream.Stream;

import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/**
 * Decides if the environment names a Redis, with any of the properties of Spring Boot.
 */
final class ConfiguredRedis {

	private static final List<String> PROPERTIES = Stream
		.of("url", "host", "port", "sentinel.nodes", "cluster.nodes", "masterreplica.nodes")
		.map("spring.data.redis."::concat)
		.toList();

	private ConfiguredRedis() {
	}

	static boolean in(Environment environment) {
		Binder binder = Binder.get(environment);
		return PROPERTIES.stream().anyMatch((property) -> isSet(binder, property));
	}

	/** An empty value does not count: a shell script may leave one in the environment. */
	private static boolean isSet(Binder binder, String property) {
		return binder.bind(property, Bindable.listOf(String.class))
			.map((values) -> values.stream().anyMatch((value) -> !value.isBlank()))
			.orElse(false);
	}

}

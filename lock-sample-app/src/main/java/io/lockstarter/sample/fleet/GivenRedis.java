package io.lockstarter.sample.fleet;

import java.util.List;
import java.util.stream.Stream;

import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/** Whether somebody named a Redis, in any of the ways in which Spring Boot takes one. */
final class GivenRedis {

	private static final List<String> PROPERTIES = Stream
		.of("url", "host", "port", "sentinel.nodes", "cluster.nodes", "masterreplica.nodes")
		.map("spring.data.redis."::concat)
		.toList();

	private GivenRedis() {
	}

	static boolean in(Environment environment) {
		Binder binder = Binder.get(environment);
		return PROPERTIES.stream().anyMatch((property) -> isSet(binder, property));
	}

	/** An empty value, as a shell script may leave in the environment, names nothing. */
	private static boolean isSet(Binder binder, String property) {
		return binder.bind(property, Bindable.listOf(String.class))
			.map((values) -> values.stream().anyMatch((value) -> !value.isBlank()))
			.orElse(false);
	}

}

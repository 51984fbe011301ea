package io.lockstarter.redis.topology;

import java.util.ArrayList;
import java.util.List;

import io.lockstarter.LockService;
import io.lockstarter.autoconfigure.LockAutoConfiguration;
import io.lockstarter.embedded.EmbeddedCluster;
import io.lockstarter.embedded.EmbeddedSentinel;
import io.lockstarter.store.LockStore;

import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

/** Runs one instance of an application that is configured only by properties. */
final class App implements AutoCloseable {

	/** For tests in which every command is answered, even if the machine stalls. */
	static final String PATIENT = "spring.data.redis.timeout=15s";

	private final AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();

	private App(List<String> properties) {
		TestPropertyValues.of(properties).applyTo(this.context);
		this.context.register(SslAutoConfiguration.class, DataRedisAutoConfiguration.class,
				LockAutoConfiguration.class);
		this.context.refresh();
	}

	static App start(String client, String... properties) {
		List<String> all = new ArrayList<>(List.of("spring.data.redis.client-type=" + client,
				"spring.data.redis.timeout=2s", "spring.data.redis.lettuce.shutdown-timeout=0",
				"distributed-lock.ttl=60s", "distributed-lock.watchdog.interval=6s", "distributed-lock.wait-time=30s"));
		all.addAll(List.of(properties));
		return new App(all);
	}

	static App on(EmbeddedSentinel sentinel, String client, String... properties) {
		List<String> all = new ArrayList<>(List.of(properties));
		all.add("spring.data.redis.sentinel.master=" + sentinel.masterName());
		all.add("spring.data.redis.sentinel.nodes=" + String.join(",", sentinel.sentinelAddresses()));
		return start(client, all.toArray(String[]::new));
	}

	static App on(EmbeddedCluster cluster, String client, String... properties) {
		List<String> all = new ArrayList<>(List.of(properties));
		all.add("spring.data.redis.cluster.nodes=" + String.join(",", cluster.addresses()));
		return start(client, all.toArray(String[]::new));
	}

	LockService locks() {
		return this.context.getBean(LockService.class);
	}

	LockStore store() {
		return this.context.getBean(LockStore.class);
	}

	@Override
	public void close() {
		this.context.close();
	}

}

package io.lockstarter.faults.load;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

import io.lockstarter.LockListener;
import io.lockstarter.LockRequest;
import io.lockstarter.LockService;
import io.lockstarter.LossCause;
import io.lockstarter.embedded.EmbeddedRedis;

import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** An application with nothing but locks, and a Redis of its own. */
final class LoadedApplication implements AutoCloseable {

	private final EmbeddedRedis redis = EmbeddedRedis.builder().start();

	private final ConfigurableApplicationContext context;

	/**
	 * Starts both.
	 * @param ttl of its locks
	 */
	LoadedApplication(Duration ttl) {
		this.context = new SpringApplicationBuilder(Application.class).web(WebApplicationType.NONE)
			.bannerMode(Banner.Mode.OFF)
			.logStartupInfo(false)
			.registerShutdownHook(false)
			.properties("distributed-lock.ttl=" + ttl, "spring.data.redis.timeout=" + ttl.dividedBy(4),
					"spring.data.redis.host=" + this.redis.host(), "spring.data.redis.port=" + this.redis.port())
			.run();
	}

	LockService locks() {
		return this.context.getBean(LockService.class);
	}

	/** How many leases were lost so far. */
	long lost() {
		return this.context.getBean(Losses.class).count.get();
	}

	/** How many keys there are in its Redis. */
	long keys() {
		return Long.parseLong(this.redis.command("DBSIZE").text());
	}

	/** How often a command was called since the start. */
	long calls(String command) {
		return this.redis.command("INFO", "commandstats")
			.text()
			.lines()
			.filter((line) -> line.startsWith("cmdstat_" + command + ":"))
			.mapToLong((line) -> Long.parseLong(line.replaceAll(".*:calls=(\\d+),.*", "$1")))
			.sum();
	}

	@Override
	public void close() {
		this.context.close();
		this.redis.close();
	}

	/** Its beans. */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

		@Bean
		Losses losses() {
			return new Losses();
		}

	}

	/** Counts what was lost. */
	static final class Losses implements LockListener {

		private final AtomicLong count = new AtomicLong();

		@Override
		public void lost(LockRequest request, String token, LossCause cause) {
			this.count.incrementAndGet();
		}

	}

}

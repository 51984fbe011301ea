package io.lockstarter.faults.load;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

import io.lockstarter.LockEvent;
import io.lockstarter.LockListener;
import io.lockstarter.LockService;
import io.lockstarter.embedded.EmbeddedRedis;

import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** An application that has only locks, with its own Redis. */
final class LoadedApplication implements AutoCloseable {

	private final EmbeddedRedis redis = EmbeddedRedis.builder().start();

	private final ConfigurableApplicationContext context;

	/**
	 * Starts Redis and the application.
	 * @param ttl the ttl of the locks
	 */
	LoadedApplication(Duration ttl) {
		this.context = new SpringApplicationBuilder(Application.class).web(WebApplicationType.NONE)
			.bannerMode(Banner.Mode.OFF)
			.logStartupInfo(false)
			.registerShutdownHook(false)
			.properties("distributed-lock.ttl=" + ttl, "distributed-lock.wait-time=" + ttl,
					"spring.data.redis.timeout=" + ttl.dividedBy(4), "spring.data.redis.host=" + this.redis.host(),
					"spring.data.redis.port=" + this.redis.port())
			.run();
	}

	LockService locks() {
		return this.context.getBean(LockService.class);
	}

	/** Returns the number of lost leases. */
	long lost() {
		return this.context.getBean(Losses.class).count.get();
	}

	/** Returns the number of keys in Redis. */
	long keys() {
		return Long.parseLong(this.redis.command("DBSIZE").text());
	}

	/** Returns the number of calls of a command since the start. */
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

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

		@Bean
		Losses losses() {
			return new Losses();
		}

	}

	/** Counts lost leases. */
	static final class Losses implements LockListener {

		private final AtomicLong count = new AtomicLong();

		@Override
		public void lost(LockEvent.Lost event) {
			this.count.incrementAndGet();
		}

	}

}

package io.lockstarter.autoconfigure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.lockstarter.DistributedLock;
import io.lockstarter.LockHandle;
import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.LockRequest;
import io.lockstarter.LockService;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.ByteArrayResource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** The properties {@code distributed-lock.locks} change the locks of one name. */
@ExtendWith(OutputCaptureExtension.class)
@SuppressWarnings("NullAway")
class NamedLocksTests {

	private static final String NAME = "distributed-lock.locks[order:#<id>]";

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(
				AutoConfigurations.of(LockAutoConfiguration.class, DistributedLockAnnotationAutoConfiguration.class))
		.withPropertyValues("distributed-lock.store=memory", "distributed-lock.shutdown-timeout=0")
		.withBean(Orders.class);

	@Test
	void propertiesTakePrecedenceOverTheAnnotation() {
		this.runner
			.withInitializer(
					properties(NAME + ".ttl=10m", NAME + ".wait-time=0", NAME + ".max-hold=5m", NAME + ".fencing=true"))
			.run((context) -> {
				Orders orders = context.getBean(Orders.class);
				LockHandle handle = orders.pay(1);
				assertThat(orders.remaining()).isBetween(Duration.ofMinutes(3), Duration.ofMinutes(5));
				assertThat(orders.fenced()).isTrue();
				assertThat(handle.isHeld()).isFalse();
			});
	}

	@Test
	void otherLocksDoNotChange() {
		this.runner.withInitializer(properties(NAME + ".ttl=10m")).run((context) -> {
			Orders orders = context.getBean(Orders.class);
			orders.ship(1);
			assertThat(orders.remaining()).isLessThanOrEqualTo(Duration.ofSeconds(30));
			orders.pay(1);
			assertThat(orders.remaining()).isGreaterThan(Duration.ofMinutes(5));
			assertThat(orders.fenced()).isFalse();
		});
	}

	@Test
	void requestInCodeIsFoundByItsName() {
		this.runner.withInitializer(properties("distributed-lock.locks.report.ttl=10m")).run((context) -> {
			LockService locks = context.getBean(LockService.class);
			try (LockHandle handle = locks.acquire(LockRequest.of("report:7").withName("report"))) {
				assertThat(handle.remaining()).isGreaterThan(Duration.ofMinutes(5));
			}
		});
	}

	@Test
	void unknownNameIsReported(CapturedOutput output) {
		this.runner.withInitializer(properties("distributed-lock.locks[order:#<idd>].ttl=10m", NAME + ".ttl=10m"))
			.run((context) -> assertThat(context).hasNotFailed());
		assertThat(output).contains("No @DistributedLock has the key 'order:#<idd>'")
			.contains("Did you mean 'order:#<id>'?")
			.doesNotContain("the key 'order:#<id>'");
	}

	@Test
	void wrongValuesAndNamesAreRefused() {
		this.runner.withInitializer(properties(NAME + ".ttl=1ms", NAME + ".wait-time=soon", NAME + ".max-hold=0s"))
			.run((context) -> assertThat(context.getStartupFailure()).rootCause()
				.hasMessageContaining("distributed-lock.locks[order:#<id>].ttl")
				.hasMessageContaining("distributed-lock.locks[order:#<id>].wait-time")
				.hasMessageContaining("distributed-lock.locks[order:#<id>].max-hold"));
		this.runner.withInitializer(properties(NAME + ".tll=10m"))
			.run((context) -> assertThat(context.getStartupFailure()).rootCause()
				.hasMessageContaining("distributed-lock.locks[order:#<id>].tll '10m' is an unknown property"));
	}

	@Test
	void waitTimeOfTheNameIsUsed() {
		this.runner.withInitializer(properties(NAME + ".wait-time=0")).run((context) -> {
			LockService locks = context.getBean(LockService.class);
			LockRequest request = LockRequest.of("order:1").withName("order:#<id>").withWaitTime(LockRequest.FOREVER);
			locks.acquireAsync(request).join();
			assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(() -> locks.acquire(request));
		});
	}

	@Test
	void documentedYamlApplies() throws IOException {
		String page = Files.readString(Path.of("..", "docs", "configuration.md"));
		String yaml = page.substring(page.indexOf("```yaml", page.indexOf("## Settings of single locks")) + 7);
		List<PropertySource<?>> sources = new YamlPropertySourceLoader().load("docs",
				new ByteArrayResource(yaml.substring(0, yaml.indexOf("```")).getBytes(StandardCharsets.UTF_8)));
		this.runner.withInitializer((context) -> context.getEnvironment().getPropertySources().addFirst(sources.get(0)))
			.run((context) -> {
				Orders orders = context.getBean(Orders.class);
				orders.pay(1);
				assertThat(orders.remaining()).isLessThanOrEqualTo(Duration.ofSeconds(10));
				assertThat(orders.fenced()).isTrue();
			});
	}

	/** Sets properties whose names contain colons. */
	private static ApplicationContextInitializer<ConfigurableApplicationContext> properties(String... pairs) {
		Map<String, Object> values = new HashMap<>();
		for (String pair : pairs) {
			int equals = pair.indexOf('=');
			values.put(pair.substring(0, equals), pair.substring(equals + 1));
		}
		return (context) -> context.getEnvironment()
			.getPropertySources()
			.addFirst(new MapPropertySource("named locks", values));
	}

	static class Orders {

		private Duration remaining;

		private boolean fenced;

		// The fields of a proxy are not those of the bean.
		public Duration remaining() {
			return this.remaining;
		}

		public boolean fenced() {
			return this.fenced;
		}

		@DistributedLock(key = "order:#<id>", ttl = "20s", waitTime = "1s")
		public LockHandle pay(long id) {
			return record();
		}

		@DistributedLock(key = "parcel:#<id>")
		public LockHandle ship(long id) {
			return record();
		}

		private LockHandle record() {
			LockHandle handle = LockHandle.current();
			this.remaining = handle.remaining();
			this.fenced = handle.fencingNumber().isPresent();
			return handle;
		}

	}

}

package io.lockstarter.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.lockstarter.LockRequest;
import io.lockstarter.ReleaseMode;
import io.lockstarter.aop.definition.DurationSyntax;
import io.lockstarter.autoconfigure.failure.InvalidLockConfigurationException;
import io.lockstarter.engine.LockSettings;
import io.lockstarter.internal.Limits;
import io.lockstarter.lane.HandOffSettings;
import io.lockstarter.memory.InMemoryLockStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.mock.env.MockEnvironment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@ExtendWith(OutputCaptureExtension.class)
class LockPropertiesTests {

	@Test
	void defaultsAreThoseOfTheEngine() {
		LockProperties properties = bind(Map.of());
		assertThat(settings(properties)).isEqualTo(LockSettings.DEFAULT);
		assertThat(properties.enabled()).isTrue();
		assertThat(properties.keyPrefix()).isEqualTo("lock:");
		assertThat(properties.store()).isEqualTo(LockProperties.Store.REDIS);
		assertThat(properties.shutdownTimeout()).isEqualTo(Duration.ofSeconds(10));
	}

	@Test
	void everyValueIsBound() {
		LockProperties properties = bind(Map.of("key-prefix", "shop:", "ttl", "1m", "wait-time", "PT2S", "store",
				"memory", "instance-name", "shop-1", "connection-factory", "mine", "retry.initial-interval", "20ms",
				"retry.max-interval", "1s", "retry.multiplier", "3", "shutdown-timeout", "0"));
		assertThat(properties.keyPrefix()).isEqualTo("shop:");
		assertThat(properties.store()).isEqualTo(LockProperties.Store.MEMORY);
		assertThat(properties.connectionFactory()).isEqualTo("mine");
		assertThat(properties.shutdownTimeout()).isZero();
		LockSettings settings = settings(properties);
		assertThat(settings.instanceName()).isEqualTo("shop-1");
		assertThat(settings.ttl()).isEqualTo(Duration.ofMinutes(1));
		assertThat(settings.waitTime()).isEqualTo(Duration.ofSeconds(2));
		assertThat(settings.retry().initial()).isEqualTo(Duration.ofMillis(20));
		assertThat(settings.retry().max()).isEqualTo(Duration.ofSeconds(1));
		assertThat(settings.retry().multiplier()).isEqualTo(3);
		assertThat(settings.retry().jitter()).isEqualTo(0.5);
	}

	@Test
	void everyAdvancedValueIsBound() {
		LockProperties properties = bind(Map.of("enabled", "false", "watchdog.interval", "4s", "watchdog.threads", "2",
				"retry.jitter", "0.1", "wake-up.max-sleep", "3s", "hand-off.max-consecutive", "7",
				"hand-off.max-duration", "50ms", "release-mode", "async", "fencing", "true", "startup-check", "fail"));
		assertThat(properties.enabled()).isFalse();
		assertThat(properties.watchdog().threads()).isEqualTo(2);
		assertThat(properties.startupCheck()).isEqualTo(LockProperties.StartupCheck.FAIL);
		LockSettings settings = settings(properties);
		assertThat(settings.renewalInterval()).isEqualTo(Duration.ofSeconds(4));
		assertThat(settings.retry().jitter()).isEqualTo(0.1);
		assertThat(settings.longestSleep()).isEqualTo(Duration.ofSeconds(3));
		assertThat(settings.handOff())
			.isEqualTo(new HandOffSettings(7, Duration.ofMillis(50), HandOffSettings.DEFAULT.slice()));
		assertThat(settings.release()).isEqualTo(ReleaseMode.ASYNC);
		assertThat(properties.fencing()).isTrue();
	}

	@Test
	void sliceMayBeShorterThanAMillisecondOrZero() {
		assertThat(settings(bind(Map.of("hand-off.slice", "300us"))).handOff().slice())
			.isEqualTo(Duration.ofNanos(300_000));
		assertThat(settings(bind(Map.of("hand-off.slice", "0"))).handOff().slice()).isZero();
	}

	@Test
	void waitTimeMayBeForeverOrZero() {
		assertThat(settings(bind(Map.of("wait-time", "forever"))).waitTime()).isEqualTo(LockRequest.FOREVER);
		assertThat(settings(bind(Map.of("wait-time", "Forever "))).waitTime()).isEqualTo(LockRequest.FOREVER);
		assertThat(settings(bind(Map.of("wait-time", 0))).waitTime()).isZero();
	}

	@Test
	void nearestNameIsSuggestedForUnknownName() {
		LockContexts.memory()
			.withPropertyValues("distributed-lock.tll=30s", "distributed-lock.retry.maxinterval2=1s",
					"distributed-lock.qwertzuiop=1")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOfSatisfying(InvalidLockConfigurationException.class, (ex) -> assertThat(ex.fix())
					.contains("distributed-lock.tll: Did you mean distributed-lock.ttl? Correct its name. The names in")
					.contains("Did you mean distributed-lock.retry.max-interval?")
					.contains("distributed-lock.qwertzuiop: Correct its name")));
	}

	@ParameterizedTest
	@ValueSource(strings = { "30", "3000", "1h30m", "30s", "30S", " 30s ", "PT30S", "pt30s", "+30s", "1d", "1000us",
			"soon", "30 s", "1.5s", "-1s", "PT", "1H30M", "PT1H30M", "30sec", "" })
	void durationSyntaxIsTheSameInPropertyAndAnnotation(String text) {
		LockContexts.memory().withPropertyValues("distributed-lock.ttl=" + text).run((context) -> {
			Throwable refusal = context.getStartupFailure();
			Duration read = (refusal != null) ? null : context.getBean(LockProperties.class).ttl();
			Duration expected;
			try {
				expected = text.isEmpty() ? Duration.ofSeconds(30) : DurationSyntax.DURATION.parse(text);
			}
			catch (IllegalArgumentException ex) {
				expected = null;
			}
			boolean accepted = expected != null && expected.compareTo(Limits.MIN_TTL) >= 0;
			assertThat(read).isEqualTo(accepted ? expected : null);
		});
	}

	@Test
	void durationMayHaveSeveralUnits() {
		LockContexts.memory()
			.withPropertyValues("distributed-lock.ttl=1h30m", "distributed-lock.wait-time=1m30s",
					"distributed-lock.wake-up.max-sleep=${SLEEP:1s500ms}", "distributed-lock.shutdown-timeout=1500")
			.run((context) -> {
				LockProperties properties = context.getBean(LockProperties.class);
				assertThat(properties.ttl()).isEqualTo(Duration.ofMinutes(90));
				assertThat(settings(properties).waitTime()).isEqualTo(Duration.ofSeconds(90));
				assertThat(properties.wakeUp().maxSleep()).isEqualTo(Duration.ofMillis(1500));
				assertThat(properties.shutdownTimeout()).isEqualTo(Duration.ofMillis(1500));
			});
	}

	@Test
	void emptyTextMeansUnsetExceptForThePrefix() {
		LockProperties properties = bind(Map.of("key-prefix", "", "instance-name", "", "ttl", ""));
		assertThat(properties.keyPrefix()).isEmpty();
		assertThat(settings(properties).ttl()).isEqualTo(Duration.ofSeconds(30));
		assertThat(settings(properties).instanceName()).isEqualTo("app");
	}

	@Test
	void emptyValueOfEachPropertyMeansTheDefault() {
		for (String name : BoundProperties.names()) {
			if (!name.equals("key-prefix")) {
				LockContexts.memory().withPropertyValues("distributed-lock." + name + "=${NONE:}").run((context) -> {
					if (name.equals("store")) {
						assertThat(context).getFailure()
							.rootCause()
							.isInstanceOf(InvalidLockConfigurationException.class)
							.hasMessageContaining("The distributed locks need Redis");
					}
					else {
						assertThat(context).as(name).hasNotFailed();
						assertThat(settings(context.getBean(LockProperties.class))).as(name)
							.isEqualTo(LockSettings.DEFAULT);
					}
				});
			}
		}
	}

	@Test
	void storeNameIgnoresBlanksAndCase() {
		for (String store : List.of("memory ", " MEMORY", "Memory")) {
			LockContexts.memory()
				.withInitializer(file("distributed-lock.store", store))
				.run((context) -> assertThat(context).hasSingleBean(InMemoryLockStore.class));
		}
	}

	@Test
	void valueOfMisspelledNameIsHiddenIfItMayContainAPassword() {
		LockContexts.memory()
			.withSystemProperties("distributed-lock.redlock.node=redis://:hidden@a")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.hasMessageContaining("distributed-lock.redlock.node '(not shown)' ")
				.hasMessageNotContaining("hidden"));
	}

	@ParameterizedTest
	@CsvSource({ "distributed-lock.url, redis://:hidden@a", "distributed-lock.node, app:hidden@a",
			"distributed-lock.password, hidden", "distributed-lock.retry.redis-passwd, hidden",
			"distributed-lock.secret-key, 4711", "distributed-lock.pin, '123456789'" })
	void valueOfUnknownNameIsHiddenIfItMayBeASecret(String name, String value) {
		LockContexts.memory()
			.withSystemProperties(name + "=" + value)
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.hasMessageContaining(name + " '(not shown)' is an unknown property"));
	}

	@Test
	void misspelledNameIsRefusedInFilesAndSystemProperties() {
		String problem = "distributed-lock.tll '1m' is an unknown property";
		LockContexts.memory()
			.withInitializer(file("distributed-lock.tll", "1m"))
			.run((context) -> assertThat(context).getFailure().rootCause().hasMessage(problem));
		LockContexts.memory()
			.withSystemProperties("distributed-lock.tll=1m")
			.run((context) -> assertThat(context).getFailure().rootCause().hasMessage(problem));
		LockContexts.memory()
			.withSystemProperties("distributed-lock.ttl=1m", "distributed-lock.redlock.nodes=")
			.run((context) -> assertThat(context.getBean(LockProperties.class).ttl()).isEqualTo(Duration.ofMinutes(1)));
	}

	@Test
	void nameThatIsGoneIsRefused() {
		LockContexts.memory()
			.withPropertyValues("distributed-lock.diagnosis.mdc=true")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOfSatisfying(InvalidLockConfigurationException.class, (failure) -> {
					assertThat(failure.problem())
						.contains("distributed-lock.diagnosis.mdc 'true' is an unknown property");
					assertThat(failure.fix()).contains("The names in distributed-lock.diagnosis are slow-hold");
				}));
	}

	@Test
	void unknownEnvironmentVariableCausesAWarning(CapturedOutput output) {
		LockContexts.memory()
			.withInitializer(variables(Map.of("DISTRIBUTED_LOCK_SERVICE_HOST", "10.0.0.1", "DISTRIBUTED_LOCK_TTL", "1m",
					"DISTRIBUTEDLOCK_WAITTIME", "3s", "DISTRIBUTED_LOCK_WATCHDOG_THREADS", "2")))
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(context.getBean(LockProperties.class).ttl()).isEqualTo(Duration.ofMinutes(1));
				assertThat(output.getOut()).contains("The environment variable DISTRIBUTED_LOCK_SERVICE_HOST sets no")
					.doesNotContain("variable DISTRIBUTED_LOCK_TTL")
					.doesNotContain("variable DISTRIBUTEDLOCK_WAITTIME")
					.doesNotContain("variable DISTRIBUTED_LOCK_WATCHDOG_THREADS");
			});
	}

	private static ApplicationContextInitializer<ConfigurableApplicationContext> file(String name, String value) {
		return (context) -> context.getEnvironment()
			.getPropertySources()
			.addFirst(new MapPropertySource("file", Map.of(name, value)));
	}

	private static ApplicationContextInitializer<ConfigurableApplicationContext> variables(Map<String, Object> values) {
		return (context) -> context.getEnvironment()
			.getPropertySources()
			.replace(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, new SystemEnvironmentPropertySource(
					StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, values));
	}

	@Test
	void instanceNameIsTheApplicationNameByDefault() {
		MockEnvironment environment = new MockEnvironment().withProperty("spring.application.name",
				"My shop " + "x".repeat(100));
		assertThat(SettingsMapper.of(bind(Map.of()), environment).instanceName()).startsWith("My shop x").hasSize(64);
	}

	@Test
	void tooLongPrefixIsRefused() {
		assertThatThrownBy(() -> bind(Map.of("key-prefix", "x".repeat(257)))).rootCause()
			.hasMessage("distributed-lock.key-prefix '257 characters' is longer than 256 characters");
	}

	@Test
	void allProblemsAreReportedTogether() {
		assertThatThrownBy(() -> bind(Map.of("ttl", "1ms", "retry.jitter", "7", "shutdown-timeout", "-1s"))).rootCause()
			.hasMessage("distributed-lock.ttl '1ms' is shorter than 50ms; "
					+ "distributed-lock.retry.jitter '7.0' is not between 0.0 and 1.0; "
					+ "distributed-lock.shutdown-timeout '-1s' is shorter than 0s");
	}

	@ParameterizedTest
	@CsvSource({ "ttl, 50ms", "ttl, 365d", "wait-time, 365d", "watchdog.interval, 15s", "retry.initial-interval, 1ms",
			"retry.max-interval, 1m", "retry.multiplier, 1", "retry.multiplier, 10", "retry.jitter, 0",
			"retry.jitter, 1" })
	void valuesAtTheLimitsAreValidForTheEngine(String property, String value) {
		assertThat(settings(bind(Map.of(property, value)))).isNotEqualTo(LockSettings.DEFAULT);
	}

	private static LockSettings settings(LockProperties properties) {
		return SettingsMapper.of(properties, new MockEnvironment());
	}

	private static LockProperties bind(Map<String, ?> values) {
		MapConfigurationPropertySource source = new MapConfigurationPropertySource();
		values.forEach((name, value) -> source.put(LockProperties.PREFIX + "." + name, value));
		return new Binder(source).bindOrCreate(LockProperties.PREFIX, LockProperties.class);
	}

}

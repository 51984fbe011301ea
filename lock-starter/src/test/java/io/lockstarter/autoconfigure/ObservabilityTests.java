package io.lockstarter.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.lockstarter.LockEvent;
import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.LockService;
import io.lockstarter.internal.InstanceId;
import io.lockstarter.observability.actuator.LockHealth;
import io.lockstarter.observability.actuator.LockHealthIndicator;
import io.lockstarter.observability.actuator.LocksEndpoint;
import io.lockstarter.observability.diagnosis.RecentLosses;
import io.lockstarter.observability.metrics.LockMeter;
import io.lockstarter.observability.metrics.LockMetrics;
import io.lockstarter.observability.tracing.LockObservations;
import io.lockstarter.store.MonotonicClock;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.context.event.EventListener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Tests which observers an application has, with and without the optional libraries. */
@ExtendWith(OutputCaptureExtension.class)
@SuppressWarnings("NullAway")
class ObservabilityTests {

	private static final ApplicationContextRunner ALL = LockContexts.memory()
		.withConfiguration(AutoConfigurations.of(LockMetricsAutoConfiguration.class, LockTracingAutoConfiguration.class,
				LockActuatorAutoConfiguration.class))
		.withPropertyValues("management.endpoints.web.exposure.include=*", "spring.application.name=shop");

	@Test
	void applicationWithoutTheOptionalLibrariesStartsAndHasNoneOfThem() {
		ALL.withClassLoader(new FilteredClassLoader("io.micrometer", "org.springframework.boot.actuate",
				"org.springframework.boot.health"))
			.run((context) -> {
				assertThat(context).hasNotFailed();
				context.getBean(LockService.class).acquire("k").close();
				for (String name : context.getBeanDefinitionNames()) {
					assertThat(context.getType(name).getName()).doesNotContain("observability.metrics",
							"observability.tracing", "observability.actuator");
				}
			});
	}

	@Test
	void applicationWithTheLibrariesButWithoutRegistriesHasNoMetersAndNoSpans() {
		ALL.run((context) -> assertThat(context).hasNotFailed()
			.doesNotHaveBean(LockMetrics.class)
			.doesNotHaveBean(LockObservations.class)
			.hasSingleBean(LocksEndpoint.class));
	}

	@Test
	void applicationWithRegistriesHasMetersAndSpans() {
		ALL.withBean(MeterRegistry.class, SimpleMeterRegistry::new)
			.withBean(ObservationRegistry.class, ObservationRegistry::create)
			.run((context) -> {
				assertThat(context).hasSingleBean(LockObservations.class);
				context.getBean(LockService.class).acquire("k").close();
				assertThat(context.getBean(MeterRegistry.class).get(LockMeter.ACQUIRE.getName()).timer().count())
					.isOne();
			});
	}

	@Test
	void disabledLocksHaveNoObservers() {
		ALL.withPropertyValues("distributed-lock.enabled=false")
			.withBean(MeterRegistry.class, SimpleMeterRegistry::new)
			.run((context) -> assertThat(context).hasNotFailed()
				.doesNotHaveBean(LockMetrics.class)
				.doesNotHaveBean(LocksEndpoint.class));
	}

	@Test
	void endpointThatIsNotExposedIsNotCreated() {
		ALL.withPropertyValues("management.endpoints.web.exposure.include=health")
			.run((context) -> assertThat(context).doesNotHaveBean(LocksEndpoint.class));
	}

	@Test
	void eventsArePublishedIfAsked() {
		ALL.withPropertyValues("distributed-lock.events.publish=true").withBean(Published.class).run((context) -> {
			context.getBean(LockService.class).acquire("k").close();
			await().untilAsserted(() -> assertThat(context.getBean(Published.class).events).hasExactlyElementsOfTypes(
					LockEvent.Requested.class, LockEvent.Acquired.class, LockEvent.Released.class));
		});
	}

	@Test
	void lossesAreDetailsOfAHealthyInstance() {
		ALL.run((context) -> {
			Health health = healthAfterALoss(context);
			assertThat(health.getDetails()).containsEntry("losses", 1);
			assertThat(health.getStatus()).isEqualTo(Status.UP);
		});
	}

	@Test
	void moreLossesThanTheLimitMakeTheInstanceUnhealthyAndContentionDoesNot() {
		ALL.withPropertyValues("distributed-lock.health.max-losses=0").run((context) -> {
			LockService locks = context.getBean(LockService.class);
			LockHandle handle = locks.acquire("busy");
			assertThat(locks.acquireAsync(LockRequest.of("busy").withWaitTime(Duration.ZERO)))
				.failsWithin(Duration.ofMinutes(1));
			handle.close();
			assertThat(context.getBean(LockHealthIndicator.class).health().getStatus()).isEqualTo(Status.UP);
			assertThat(healthAfterALoss(context).getStatus()).isEqualTo(Status.DOWN);
		});
	}

	private static Health healthAfterALoss(ApplicationContext context) {
		context.getBean(LockService.class).acquire(LockRequest.of("k").withTtl(Duration.ofMillis(50)).withRenew(false));
		LockHealthIndicator health = context.getBean(LockHealthIndicator.class);
		return await().until(health::health, (result) -> result.getDetails().get("losses").equals(1));
	}

	@Test
	void lateWatchdogMakesTheInstanceUnhealthy() {
		RecentLosses none = new RecentLosses(Duration.ofMinutes(1), MonotonicClock.system());
		assertThat(new LockHealth(() -> Duration.ofMillis(900), Duration.ofSeconds(1), none, null).check().healthy())
			.isTrue();
		assertThat(new LockHealth(() -> Duration.ofMillis(1100), Duration.ofSeconds(1), none, null).check().healthy())
			.isFalse();
	}

	@Test
	void instanceNamesApplicationHostAndProcess() {
		ALL.run((context) -> {
			LockService locks = context.getBean(LockService.class);
			locks.acquire("k");
			InstanceId id = InstanceId.parse(locks.inspect("k").orElseThrow().holder().instance().orElseThrow());
			assertThat(id.name()).isEqualTo("shop");
			assertThat(id.host()).isPresent();
			assertThat(id.process()).hasValue(ProcessHandle.current().pid());
		});
	}

	@Test
	void eachStepIsOneLineInTheLog(CapturedOutput output) {
		LoggingSystem logging = LoggingSystem.get(getClass().getClassLoader());
		logging.setLogLevel("io.lockstarter.events", LogLevel.DEBUG);
		try {
			ALL.run((context) -> {
				LockService locks = context.getBean(LockService.class);
				LockHandle first = locks.acquire("k");
				var second = locks.acquireAsync(LockRequest.of("k").withWaitTime(Duration.ofMinutes(1)));
				await().until(() -> output.getOut().contains("Lock 'k' is busy, the caller waits [call 2]"));
				String token = first.token();
				first.close();
				second.join();
				assertThat(output).contains("Lock 'k' was acquired after")
					.contains("Lock 'k' was released after")
					.doesNotContain(token);
			});
			await().until(() -> output.getOut().contains("[call 2, token "));
		}
		finally {
			logging.setLogLevel("io.lockstarter.events", null);
		}
	}

	static class Published {

		private final List<LockEvent> events = new CopyOnWriteArrayList<>();

		@EventListener
		void on(LockEvent event) {
			this.events.add(event);
		}

	}

}

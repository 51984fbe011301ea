package io.lockstarter.autoconfigure;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.lockstarter.BusyHandler;
import io.lockstarter.LockAdmin;
import io.lockstarter.LockListener;
import io.lockstarter.LockService;
import io.lockstarter.aop.HoldKeeper;
import io.lockstarter.aop.call.DistributedLockAdvisor;
import io.lockstarter.aop.call.LockCollaborators;
import io.lockstarter.aop.call.LockInterceptor;
import io.lockstarter.aop.call.ValidationFirst;
import io.lockstarter.aop.check.DisabledLocksChecker;
import io.lockstarter.aop.check.LockDefinitionChecker;
import io.lockstarter.aop.check.LockProxyObserver;
import io.lockstarter.aop.definition.SupportedTypes;
import io.lockstarter.engine.LockThreads;
import io.lockstarter.memory.InMemoryLockStore;
import io.lockstarter.observability.actuator.LockHealth;
import io.lockstarter.observability.actuator.LockMethods;
import io.lockstarter.observability.actuator.LocksEndpoint;
import io.lockstarter.observability.diagnosis.RecentLosses;
import io.lockstarter.observability.metrics.LockInstanceMeters;
import io.lockstarter.observability.metrics.LockMetrics;
import io.lockstarter.observability.tracing.LockObservations;
import io.lockstarter.reactive.ReactiveLockService;
import io.lockstarter.reactive.SubscriptionKeeper;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.MonotonicClock;
import io.lockstarter.transaction.CommitGuardInstaller;
import io.lockstarter.transaction.TransactionOrderCheck;
import io.lockstarter.web.LockProblemDetails;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.mockito.Mockito;

import org.springframework.boot.actuate.info.InfoContributor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests that an application can replace each bean of the library. */
class BeanReplacementTests {

	private static final List<Class<?>> ALL = List.of(LockAutoConfiguration.class,
			DistributedLockAnnotationAutoConfiguration.class, LockTransactionAutoConfiguration.class,
			DisabledLockAutoConfiguration.class, LockMetricsAutoConfiguration.class, LockTracingAutoConfiguration.class,
			LockActuatorAutoConfiguration.class, LockWebAutoConfiguration.class, ReactiveLockAutoConfiguration.class);

	/** Parts of the lock service, and checks. The application cannot name their types. */
	private static final Set<String> INTERNAL = Set.of("distributedLockPropertyNames", "distributedLockInstance",
			"distributedLockLifecycle", "distributedLockWatchdog", "distributedLockServerCheck",
			"distributedLockUnknownNames");

	private final WebApplicationContextRunner runner = new WebApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(ALL.toArray(Class[]::new)))
		.withBean(MeterRegistry.class, SimpleMeterRegistry::new)
		.withBean(ObservationRegistry.class, ObservationRegistry::create)
		.withPropertyValues("distributed-lock.store=memory", "distributed-lock.web.problem-details=true",
				"distributed-lock.events.publish=true", "management.endpoints.web.exposure.include=*");

	/** Lists the beans: a type, and how the application makes its own. */
	static Stream<Arguments> byType() {
		return Stream.of(Arguments.of(LockService.class, made(() -> Mockito.mock(LockService.class))),
				Arguments.of(LockStore.class, made(InMemoryLockStore::new)),
				Arguments.of(LockThreads.class, made(() -> new LockThreads(MonotonicClock.system()))),
				Arguments.of(LockAdmin.class, made(() -> Mockito.mock(LockAdmin.class))),
				Arguments.of(RecentLosses.class,
						made(() -> new RecentLosses(Duration.ofMinutes(1), MonotonicClock.system()))),
				Arguments.of(LockInterceptor.class, made(BeanReplacementTests::interceptor)),
				Arguments.of(DistributedLockAdvisor.class, null), Arguments.of(LockDefinitionChecker.class, null),
				Arguments.of(LockProxyObserver.class, null), Arguments.of(ValidationFirst.class, null),
				Arguments.of(HoldKeeper.class, made(() -> HoldKeeper.NONE)),
				Arguments.of(SubscriptionKeeper.class, made(() -> SubscriptionKeeper.NONE)),
				Arguments.of(CommitGuardInstaller.class, null), Arguments.of(TransactionOrderCheck.class, null),
				Arguments.of(LockMetrics.class, null),
				Arguments.of(LockInstanceMeters.class, made(() -> Mockito.mock(LockInstanceMeters.class))),
				Arguments.of(LockObservations.class, null),
				Arguments.of(LockHealth.class, made(() -> Mockito.mock(LockHealth.class))),
				Arguments.of(ReactiveLockService.class, made(() -> Mockito.mock(ReactiveLockService.class))),
				Arguments.of(LockMethods.class, made(() -> new LockMethods((name) -> List.of()))),
				Arguments.of(LocksEndpoint.class, made(() -> Mockito.mock(LocksEndpoint.class))),
				Arguments.of(LockProblemDetails.class, made(() -> new LockProblemDetails(Duration.ofSeconds(1)))));
	}

	@ParameterizedTest
	@MethodSource("byType")
	<T> void ownBeanReplacesOurs(Class<T> type, @Nullable Supplier<T> own) {
		this.runner.run((context) -> assertThat(context).hasSingleBean(type));
		WebApplicationContextRunner replaced = (own != null) ? this.runner.withBean("own", type, own)
				: this.runner.withBean("own", type);
		replaced.run((context) -> assertThat(context).hasNotFailed().getBeanNames(type).containsExactly("own"));
	}

	@Test
	void ownCheckerReplacesOursIfLocksAreDisabled() {
		this.runner.withPropertyValues("distributed-lock.enabled=false")
			.withBean("own", DisabledLocksChecker.class)
			.run((context) -> assertThat(context).getBeanNames(DisabledLocksChecker.class).containsExactly("own"));
	}

	@Test
	void ownInfoContributorReplacesOurs() {
		replacedByName("distributedLockInfoContributor", InfoContributor.class, (builder) -> {
		});
	}

	@Test
	void ownHealthIndicatorReplacesOurs() {
		replacedByName("distributedLockHealthIndicator", HealthIndicator.class, () -> Health.up().build());
	}

	@Test
	void ownEventPublisherReplacesOurs() {
		replacedByName("distributedLockEventPublisher", LockListener.class, new LockListener() {
		});
	}

	private <T> void replacedByName(String name, Class<T> type, T own) {
		this.runner.run((context) -> assertThat(context).hasBean(name));
		this.runner.withBean(name, type, () -> own)
			.run((context) -> assertThat(context).hasNotFailed().getBean(name).isSameAs(own));
	}

	@Test
	void everyBeanIsReplaceableOrInternal() {
		List<String> fixed = new ArrayList<>();
		ALL.forEach((type) -> collect(type, fixed));
		assertThat(fixed).containsExactlyInAnyOrderElementsOf(INTERNAL);
	}

	// The whole auto-configuration of the lock service is off if the application has one.
	private static void collect(Class<?> type, List<String> fixed) {
		Arrays.stream(type.getDeclaredMethods())
			.filter((method) -> method.isAnnotationPresent(Bean.class)
					&& !method.isAnnotationPresent(ConditionalOnMissingBean.class)
					&& method.getReturnType() != LockService.class)
			.map(Method::getName)
			.forEach(fixed::add);
		Arrays.stream(type.getDeclaredClasses()).forEach((nested) -> collect(nested, fixed));
		Import imported = type.getAnnotation(Import.class);
		if (imported != null) {
			Arrays.stream(imported.value()).forEach((other) -> collect(other, fixed));
		}
	}

	private static LockInterceptor interceptor() {
		BusyHandler busy = (method, arguments, refusal) -> {
			throw refusal;
		};
		return new LockInterceptor((text) -> text, SupportedTypes.ALL,
				new LockCollaborators(() -> Mockito.mock(LockService.class), () -> HoldKeeper.NONE,
						() -> SubscriptionKeeper.NONE, () -> busy, Runnable::run));
	}

	private static <T> Supplier<T> made(Supplier<T> supplier) {
		return supplier;
	}

}

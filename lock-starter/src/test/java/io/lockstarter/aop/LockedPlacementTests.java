package io.lockstarter.aop;

import java.util.function.Function;

import io.lockstarter.aop.PlacedBeans.Composed;
import io.lockstarter.aop.PlacedBeans.Inheriting;
import io.lockstarter.aop.PlacedBeans.InheritsImplementation;
import io.lockstarter.aop.PlacedBeans.Jobs;
import io.lockstarter.aop.PlacedBeans.JobsOfInterface;
import io.lockstarter.aop.PlacedBeans.JobsOfLockedInterface;
import io.lockstarter.aop.PlacedBeans.Lambda;
import io.lockstarter.aop.PlacedBeans.LockedJobs;
import io.lockstarter.aop.PlacedBeans.LockedOrderCrud;
import io.lockstarter.aop.PlacedBeans.LockedOrderJobs;
import io.lockstarter.aop.PlacedBeans.NumberJobs;
import io.lockstarter.aop.PlacedBeans.NumberSink;
import io.lockstarter.aop.PlacedBeans.OnClass;
import io.lockstarter.aop.PlacedBeans.OnMethod;
import io.lockstarter.aop.PlacedBeans.Order;
import io.lockstarter.aop.PlacedBeans.OrderCrud;
import io.lockstarter.aop.PlacedBeans.OrderJobs;
import io.lockstarter.aop.PlacedBeans.Overriding;
import io.lockstarter.aop.PlacedBeans.Repeated;
import io.lockstarter.aop.PlacedBeans.RepeatedOnClass;
import io.lockstarter.aop.PlacedBeans.TextHandler;
import io.lockstarter.aop.PlacedBeans.TextJobs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.aop.support.AopUtils;

import static org.assertj.core.api.Assertions.assertThat;

/** The annotation works in every supported place (guarantee 74). */
class LockedPlacementTests {

	@Test
	void methodIsLocked() {
		assertThat(keyIn(OnMethod.class, OnMethod::run)).isEqualTo("method");
	}

	@Test
	void packagePrivateMethodIsLocked() {
		assertThat(keyIn(OnMethod.class, OnMethod::packagePrivate)).isEqualTo("package-private");
	}

	@Test
	void classLocksItsPublicMethods() {
		assertThat(keyIn(OnClass.class, OnClass::run)).isEqualTo("class");
	}

	@Test
	void methodAnnotationReplacesClassAnnotation() {
		assertThat(keyIn(OnClass.class, OnClass::own)).isEqualTo("own");
	}

	@Test
	void classAnnotationDoesNotLockToStringOrNonPublicMethods() {
		LockedContexts.with(OnClass.class).run((context) -> {
			assertThat(context.getBean(OnClass.class).toString()).isEqualTo("unlocked");
			context.getBean(OnClass.class).notPublic();
			assertThat(context.getBean(Requests.class).acquired).isEmpty();
		});
	}

	@Test
	void methodOfASuperclassIsLocked() {
		assertThat(keyIn(Inheriting.class, Inheriting::run)).isEqualTo("method");
	}

	@Test
	void annotationOfAnOverridingMethodReplacesTheInheritedAnnotation() {
		assertThat(keyIn(Overriding.class, Overriding::run)).isEqualTo("overriding");
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void interfaceMethodIsLockedWithTheParameterNamesOfTheInterface(boolean proxyTargetClass) {
		proxied(proxyTargetClass, JobsOfInterface.class, Jobs.class, (jobs) -> jobs.run(7), "interface:7");
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void interfaceLocksItsMethods(boolean proxyTargetClass) {
		proxied(proxyTargetClass, JobsOfLockedInterface.class, LockedJobs.class, LockedJobs::run, "locked-interface");
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void methodInheritedFromAnUnrelatedClassIsLockedByTheInterface(boolean proxyTargetClass) {
		proxied(proxyTargetClass, InheritsImplementation.class, Jobs.class, (jobs) -> jobs.run(8), "interface:8");
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void genericMethodIsLockedThroughItsBridge(boolean proxyTargetClass) {
		proxied(proxyTargetClass, TextHandler.class, TextJobs.class, (handler) -> handler.handle("x"), "handler:x");
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void genericInterfaceMethodLocksItsImplementation(boolean proxyTargetClass) {
		proxied(proxyTargetClass, NumberSink.class, NumberJobs.class, (sink) -> sink.take(5), "sink:5");
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void methodInheritedWithAnotherErasureIsLockedByTheInterface(boolean proxyTargetClass) {
		Order order = new Order("7");
		proxied(proxyTargetClass, OrderCrud.class, OrderJobs.class, (crud) -> crud.save(order), "save:7");
		proxied(proxyTargetClass, LockedOrderCrud.class, LockedOrderJobs.class, (crud) -> crud.save(order),
				"locked-crud");
		assertThat(keyIn(OrderCrud.class, (crud) -> crud.save(order))).isEqualTo("save:7");
	}

	@Test
	void lambdaIsLockedByItsInterface() {
		LockedContexts.with(Lambda.class)
			.run((context) -> assertThat(context.getBean(Jobs.class).run(9)).isEqualTo("interface:9"));
	}

	@Test
	void composedAnnotationLocksWithItsAliases() {
		assertThat(keyIn(Composed.class, (bean) -> bean.run(3))).isEqualTo("order:3");
	}

	@Test
	void repeatedAnnotationAcquiresAllLocks() {
		assertThat(keyIn(Repeated.class, Repeated::run)).isEqualTo("first,second");
	}

	@Test
	void repeatedAnnotationOnAClassAcquiresAllLocks() {
		assertThat(keyIn(RepeatedOnClass.class, RepeatedOnClass::run)).isEqualTo("first,second");
	}

	@Test
	void locksWorkWithoutSpringBootAop() {
		LockedContexts.with(OnMethod.class).withPropertyValues("spring.aop.auto=false").run((context) -> {
			assertThat(context.getBean(OnMethod.class).run()).isEqualTo("method");
			assertThat(AopUtils.isCglibProxy(context.getBean(OnMethod.class))).isTrue();
		});
	}

	@Test
	void methodsRunWithoutLocksWhenLocksAreDisabled() {
		LockedContexts.with(OnMethod.class)
			.withPropertyValues("distributed-lock.enabled=false")
			.run((context) -> assertThat(AopUtils.isAopProxy(context.getBean(OnMethod.class))).isFalse());
	}

	private static <T> String keyIn(Class<T> type, Function<T, String> call) {
		String[] key = { "" };
		LockedContexts.with(type).run((context) -> {
			key[0] = call.apply(context.getBean(type));
			assertThat(context.getBean(Requests.class).acquired).isNotEmpty();
			key[0].lines().forEach((one) -> assertThat(LockedContexts.isLocked(context, one)).isFalse());
		});
		return key[0];
	}

	private static <T> void proxied(boolean proxyTargetClass, Class<? extends T> bean, Class<T> type,
			Function<T, String> call, String key) {
		LockedContexts.with(bean)
			.withPropertyValues("spring.aop.proxy-target-class=" + proxyTargetClass)
			.run((context) -> {
				T proxy = context.getBean(type);
				assertThat(AopUtils.isCglibProxy(proxy)).isEqualTo(proxyTargetClass);
				assertThat(AopUtils.isJdkDynamicProxy(proxy)).isEqualTo(!proxyTargetClass);
				assertThat(call.apply(proxy)).isEqualTo(key);
			});
	}

}

package io.lockstarter.annotation;

import io.lockstarter.DistributedLock;
import io.lockstarter.InvalidLockDefinitionException;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

/** Methods that Spring calls on the object itself, where no proxy takes the lock. */
class CallbackTests {

	@ParameterizedTest
	@ValueSource(classes = { AfterConstruction.class, BeforeDestruction.class, Initializing.class, Disposable.class,
			Overriding.class, OnClass.class, NamedMethods.class, InferredClose.class })
	void annotatedCallbackIsRefused(Class<?> bean) {
		LockedContexts.with(bean)
			.run((context) -> assertThat(context).getFailure()
				.isInstanceOf(InvalidLockDefinitionException.class)
				.hasMessageContaining("(1 problem)")
				.hasMessageContaining("is called by Spring when it makes or destroys the bean: that call passes no "
						+ "proxy, so it would run without its lock"));
	}

	@Test
	void otherMethodsOfABeanWithCallbacksAreLocked() {
		LockedContexts.with(WithCallbacks.class).run((context) -> {
			assertThat(context).hasNotFailed();
			WithCallbacks bean = context.getBean(WithCallbacks.class);
			assertThat(Probe.run(() -> {
				bean.afterPropertiesSet(1);
				return null;
			})).isEqualTo("busy");
		});
	}

	@Test
	void closeMethodOfALockedClassIsNoReasonToRefuseIt() {
		LockedContexts.with(CloseOfLockedClass.class).run((context) -> assertThat(context).hasNotFailed());
	}

	static class AfterConstruction {

		@PostConstruct
		@DistributedLock(key = "k")
		public void run() {
		}

	}

	static class BeforeDestruction {

		@PreDestroy
		@DistributedLock(key = "k")
		public void run() {
		}

	}

	static class Initializing implements InitializingBean {

		@Override
		@DistributedLock(key = "k")
		public void afterPropertiesSet() {
		}

	}

	static class Disposable implements DisposableBean {

		@Override
		@DistributedLock(key = "k")
		public void destroy() {
		}

	}

	/** Spring calls the method of the superclass, and so this one. */
	static class Overriding extends Base {

		@Override
		@DistributedLock(key = "k")
		public void run() {
		}

	}

	static class Base {

		@PostConstruct
		public void run() {
		}

	}

	@DistributedLock(key = "k")
	static class OnClass {

		@PostConstruct
		public void start() {
		}

		public void run() {
		}

	}

	static class Plain {

		@DistributedLock(key = "k")
		public void start() {
		}

	}

	static class Closeable {

		@DistributedLock(key = "k")
		public void close() {
		}

	}

	@DistributedLock(key = "k")
	static class LockedClass {

		public void close() {
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class NamedMethods {

		@Bean(initMethod = "start")
		Plain plain() {
			return new Plain();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class InferredClose {

		@Bean
		Closeable closeable() {
			return new Closeable();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class CloseOfLockedClass {

		@Bean
		LockedClass lockedClass() {
			return new LockedClass();
		}

		@Bean(destroyMethod = "")
		Closeable closeable() {
			return new Closeable();
		}

	}

	static class WithCallbacks implements InitializingBean {

		@Override
		public void afterPropertiesSet() {
		}

		@DistributedLock(key = "k", waitTime = "0")
		public void afterPropertiesSet(int count) {
			Probe.inside();
		}

	}

}

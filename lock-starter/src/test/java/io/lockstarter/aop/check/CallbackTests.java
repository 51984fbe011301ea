package io.lockstarter.aop.check;

import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.TimeUnit;

import io.lockstarter.DistributedLock;
import io.lockstarter.InvalidLockDefinitionException;
import io.lockstarter.aop.LockedContexts;
import io.lockstarter.aop.Probe;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.EnableAspectJAutoProxy;
import org.springframework.context.annotation.Scope;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Spring calls some methods on the object itself, without the proxy that locks. */
@ExtendWith(OutputCaptureExtension.class)
class CallbackTests {

	private static final String REFUSAL = "Spring calls this method when it creates or destroys the bean: the call "
			+ "bypasses the proxy, so it would run without its lock";

	@ParameterizedTest
	@ValueSource(classes = { AfterConstruction.class, BeforeDestruction.class, Initializing.class, Disposable.class,
			Overriding.class, NamedMethods.class, InferredClose.class, InferredShutdown.class, AutoCloseableJob.class,
			Executor.class })
	void annotatedCallbackIsRefused(Class<?> bean) {
		LockedContexts.with(bean)
			.run((context) -> assertThat(context).getFailure()
				.isInstanceOf(InvalidLockDefinitionException.class)
				.hasMessageContaining("(1 problem)")
				.hasMessageContaining(REFUSAL));
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

	@ParameterizedTest
	@ValueSource(classes = { CloseWithoutInference.class, CloseOfADisposableBean.class, ShutdownBesideClose.class,
			CloseOfAPrototype.class, ProductWithTheNamesOfItsFactory.class })
	void methodNotCalledBySpringIsAccepted(Class<?> bean, CapturedOutput output) {
		LockedContexts.with(bean).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(output.getAll()).doesNotContain("does not cover");
		});
	}

	@ParameterizedTest
	@ValueSource(classes = { OnClass.class, InitializingOnClass.class, AutoCloseableOnClass.class,
			CloseOfLockedClass.class })
	void callbackOfALockedClassIsLogged(Class<?> bean, CapturedOutput output) {
		LockedContexts.with(bean).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(output.getAll().lines().filter((line) -> line.contains("The lock on the class does not cover")))
				.singleElement()
				.asString()
				.contains("WARN", "Spring calls this on the object itself");
		});
	}

	@Test
	void allCallbacksOfALockedClassAreLoggedInOneLine(CapturedOutput output) {
		LockedContexts.with(AllOnClass.class, AllOnClassAgain.class)
			.run((context) -> assertThat(
					output.getAll().lines().filter((line) -> line.contains("The lock on the class does not cover")))
				.singleElement()
				.asString()
				.contains("AllOnClass", "afterPropertiesSet()", "close()"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "true", "false" })
	void namedCallbackIsRefusedWithAnyProxy(String proxyTargetClass) {
		LockedContexts.with(NamedBehindAnInterface.class)
			.withPropertyValues("spring.aop.proxy-target-class=" + proxyTargetClass)
			.run((context) -> assertThat(context).getFailure()
				.isInstanceOf(InvalidLockDefinitionException.class)
				.hasMessageContaining("(1 problem)")
				.hasMessageContaining(REFUSAL));
	}

	@Test
	void callbackOfABeanCreatedLaterIsRefused() {
		LockedContexts.with(NamedOfAPrototype.class).run((context) -> {
			assertThat(context).hasNotFailed();
			for (int i = 0; i < 2; i++) {
				assertThatExceptionOfType(Exception.class).isThrownBy(() -> context.getBean("startable"))
					.havingRootCause()
					.isInstanceOf(InvalidLockDefinitionException.class)
					.withMessageContaining(REFUSAL);
			}
		});
	}

	@Test
	void namedCallbackIsRefusedInAChildContext() {
		LockedContexts.with().run((context) -> {
			try (AnnotationConfigApplicationContext child = new AnnotationConfigApplicationContext()) {
				child.setParent(context);
				child.register(ChildWithProxies.class);
				assertThatExceptionOfType(InvalidLockDefinitionException.class).isThrownBy(child::refresh)
					.withMessageContaining(REFUSAL);
			}
		});
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

	/** Overrides the method that Spring calls. */
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

	@DistributedLock(key = "k")
	static class InitializingOnClass implements InitializingBean {

		@Override
		public final void afterPropertiesSet() {
		}

		public void run() {
		}

	}

	@DistributedLock(key = "k")
	static class AutoCloseableOnClass implements AutoCloseable {

		@Override
		public void close() {
		}

	}

	@DistributedLock(key = "k")
	static class AllOnClass implements InitializingBean, AutoCloseable {

		@Override
		public void afterPropertiesSet() {
		}

		@Override
		public void close() {
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class AllOnClassAgain {

		@Bean
		AllOnClass again() {
			return new AllOnClass();
		}

	}

	static class AutoCloseableJob implements AutoCloseable {

		@Override
		@DistributedLock(key = "k")
		public void close() {
		}

	}

	static class Executor extends AbstractExecutorService {

		@Override
		@DistributedLock(key = "k")
		public void shutdown() {
		}

		@Override
		public List<Runnable> shutdownNow() {
			return List.of();
		}

		@Override
		public boolean isShutdown() {
			return true;
		}

		@Override
		public boolean isTerminated() {
			return true;
		}

		@Override
		public boolean awaitTermination(long timeout, TimeUnit unit) {
			return true;
		}

		@Override
		public void execute(Runnable command) {
		}

	}

	static class CloseOfADisposableBean implements AutoCloseable, DisposableBean {

		@Override
		@DistributedLock(key = "k")
		public void close() {
		}

		@Override
		public void destroy() {
		}

	}

	interface Startable {

		void start();

	}

	static class StartableJob implements Startable {

		@Override
		@DistributedLock(key = "k")
		public void start() {
		}

	}

	static class WithShutdown {

		@DistributedLock(key = "k")
		public void shutdown() {
		}

	}

	static class WithShutdownAndClose extends WithShutdown {

		public void close() {
		}

	}

	static class StartableFactory implements FactoryBean<StartableJob> {

		public void start() {
		}

		@Override
		public StartableJob getObject() {
			return new StartableJob();
		}

		@Override
		public Class<?> getObjectType() {
			return StartableJob.class;
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
	static class NamedBehindAnInterface {

		@Bean(initMethod = "start")
		Startable startable() {
			return new StartableJob();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class NamedOfAPrototype {

		@Bean(initMethod = "start")
		@Scope(BeanDefinition.SCOPE_PROTOTYPE)
		Startable startable() {
			return new StartableJob();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAspectJAutoProxy
	static class ChildWithProxies {

		@Bean(initMethod = "start")
		Startable startable() {
			return new StartableJob();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class ProductWithTheNamesOfItsFactory {

		@Bean(initMethod = "start")
		StartableFactory startable() {
			return new StartableFactory();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class InferredShutdown {

		@Bean
		WithShutdown withShutdown() {
			return new WithShutdown();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class ShutdownBesideClose {

		@Bean
		WithShutdownAndClose withShutdownAndClose() {
			return new WithShutdownAndClose();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class CloseOfAPrototype {

		@Bean
		@Scope(BeanDefinition.SCOPE_PROTOTYPE)
		AutoCloseableJob autoCloseableJob() {
			return new AutoCloseableJob();
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

	}

	@Configuration(proxyBeanMethods = false)
	static class CloseWithoutInference {

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

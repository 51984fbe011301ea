package io.lockstarter.aop.check;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Objects;

import io.lockstarter.DistributedLock;
import io.lockstarter.InvalidLockDefinitionException;
import io.lockstarter.aop.LockedContexts;
import io.lockstarter.aop.Probe;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;
import org.springframework.core.Ordered;

import static org.assertj.core.api.Assertions.assertThat;

/** A post-processor of the application wraps beans. */
@ExtendWith(OutputCaptureExtension.class)
class WrappedBeanTests {

	@ParameterizedTest
	@ValueSource(classes = { EarlyProxies.class, LateProxies.class, Decorators.class })
	void wrapperAroundTheProxyIsAccepted(Class<?> postProcessor) {
		LockedContexts.with(RealJob.class, postProcessor).run((context) -> {
			assertThat(context).hasNotFailed();
			Job bean = context.getBean(Job.class);
			assertThat(bean).isNotInstanceOf(RealJob.class);
			assertThat(Probe.run(() -> {
				bean.run();
				return null;
			})).isEqualTo("busy");
		});
	}

	@ParameterizedTest
	@ValueSource(classes = { EarlyProxies.class, LateProxies.class, Decorators.class, Unwrapping.class })
	void wrapperIsLogged(Class<?> postProcessor, CapturedOutput output) {
		LockedContexts.with(RealJob.class, postProcessor).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(warnings(output)).singleElement()
				.asString()
				.contains("Bean 'wrappedBeanTests.RealJob' was wrapped by a post-processor")
				.contains("the wrapper (" + context.getBean(Job.class).getClass().getName() + ") calls the object");
		});
	}

	@Test
	void wrappersOfABeanWithManyInstancesAreLoggedOnce(CapturedOutput output) {
		LockedContexts.with(ManyJobs.class, Decorators.class).run((context) -> {
			assertThat(context.getBean(Job.class)).isNotSameAs(context.getBean(Job.class));
			assertThat(warnings(output)).hasSize(1);
		});
	}

	@Test
	void wrapperInsideTheProxyIsLockedWithoutAWarning(CapturedOutput output) {
		LockedContexts.with(RealJob.class, Inside.class).run((context) -> {
			Job bean = context.getBean(Job.class);
			assertThat(Probe.run(() -> {
				bean.run();
				return null;
			})).isEqualTo("busy");
			assertThat(warnings(output)).isEmpty();
		});
	}

	@ParameterizedTest
	@ValueSource(classes = { Targets.class, Copies.class })
	void objectOfTheBeansOwnClassIsRefused(Class<?> postProcessor) {
		LockedContexts.with(RealJob.class, postProcessor)
			.run((context) -> assertThat(context).getFailure()
				.isInstanceOf(InvalidLockDefinitionException.class)
				.hasMessageContaining("RealJob: bean 'wrappedBeanTests.RealJob' has no proxy that acquires its locks")
				.hasMessageContaining("or a post-processor of the application has replaced it"));
	}

	private static List<String> warnings(CapturedOutput output) {
		return output.getAll().lines().filter((line) -> line.contains("was wrapped by a post-processor")).toList();
	}

	@Test
	void definitionBehindAWrapperIsChecked() {
		LockedContexts.with(WrongJob.class, LateProxies.class)
			.run((context) -> assertThat(context).getFailure()
				.isInstanceOf(InvalidLockDefinitionException.class)
				.hasMessageContaining("WrongJob.other(String)"));
	}

	interface Job {

		@DistributedLock(key = "wrapped", waitTime = "0")
		void run();

	}

	static class RealJob implements Job {

		@Override
		public void run() {
			Probe.inside();
		}

	}

	static class WrongJob extends RealJob {

		@DistributedLock(key = "#<idd>")
		public void other(String id) {
		}

	}

	record Decorator(Job job) implements Job {

		@Override
		public void run() {
			this.job.run();
		}

	}

	record Handler(Object target) implements InvocationHandler {

		@Override
		public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
				throws Throwable {
			return AopUtils.invokeJoinpointUsingReflection(this.target, method,
					(arguments != null) ? arguments : new Object[0]);
		}

	}

	static Object proxy(Object bean) {
		return Proxy.newProxyInstance(Job.class.getClassLoader(), new Class<?>[] { Job.class }, new Handler(bean));
	}

	@Configuration(proxyBeanMethods = false)
	static class EarlyProxies {

		@Bean
		static BeanPostProcessor wrapping() {
			return new Wrapping(Ordered.HIGHEST_PRECEDENCE + 10) {
				@Override
				Object wrap(Job job) {
					return proxy(job);
				}
			};
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class LateProxies {

		@Bean
		static BeanPostProcessor wrapping() {
			return new Wrapping(Ordered.LOWEST_PRECEDENCE) {
				@Override
				Object wrap(Job job) {
					return Proxy.newProxyInstance(Job.class.getClassLoader(), new Class<?>[] { Job.class },
							(proxy, method, arguments) -> {
								job.run();
								return null;
							});
				}
			};
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Decorators {

		@Bean
		static BeanPostProcessor wrapping() {
			return new Wrapping(0) {
				@Override
				Object wrap(Job job) {
					return new Decorator(job);
				}
			};
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Unwrapping {

		@Bean
		static BeanPostProcessor wrapping() {
			return new Wrapping(0) {
				@Override
				Object wrap(Job job) {
					return new Decorator((Job) Objects.requireNonNull(AopProxyUtils.getSingletonTarget(job)));
				}
			};
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Targets {

		@Bean
		static BeanPostProcessor replacing() {
			return new Wrapping(0) {
				@Override
				Object wrap(Job job) {
					return Objects.requireNonNull(AopProxyUtils.getSingletonTarget(job));
				}
			};
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Copies {

		@Bean
		static BeanPostProcessor replacing() {
			return new Wrapping(0) {
				@Override
				Object wrap(Job job) {
					return new RealJob();
				}
			};
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Inside {

		@Bean
		static BeanPostProcessor wrapping() {
			return new BeanPostProcessor() {
				@Override
				public Object postProcessBeforeInitialization(Object bean, String beanName) {
					return (bean instanceof Job job) ? proxy(job) : bean;
				}
			};
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class ManyJobs {

		@Bean
		@Scope(BeanDefinition.SCOPE_PROTOTYPE)
		RealJob job() {
			return new RealJob();
		}

	}

	abstract static class Wrapping implements BeanPostProcessor, Ordered {

		private final int order;

		Wrapping(int order) {
			this.order = order;
		}

		@Override
		public int getOrder() {
			return this.order;
		}

		@Override
		public Object postProcessAfterInitialization(Object bean, String beanName) {
			return (bean instanceof Job job) ? wrap(job) : bean;
		}

		abstract Object wrap(Job job);

	}

}

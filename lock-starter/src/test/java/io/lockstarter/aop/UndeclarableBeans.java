package io.lockstarter.aop;

import io.lockstarter.DistributedLock;
import io.lockstarter.aop.elsewhere.PackagePrivateLock;
import org.aspectj.lang.annotation.Aspect;

import org.springframework.aop.framework.AopInfrastructureBean;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.PriorityOrdered;

/** Declares beans whose locks cannot work. All of them are refused. */
final class UndeclarableBeans {

	private UndeclarableBeans() {
	}

	record FinalClass(String name) {

		@DistributedLock(key = "k")
		public void run() {
		}

	}

	static class PrivateMethod {

		@SuppressWarnings("UnusedMethod")
		@DistributedLock(key = "k")
		private void run() {
		}

	}

	static class StaticMethod {

		@DistributedLock(key = "k")
		public static void run() {
		}

	}

	static class FinalMethod {

		@DistributedLock(key = "k")
		public final void run() {
		}

	}

	@DistributedLock(key = "k")
	static class FinalMethodOfLockedClass {

		public final void run() {
		}

	}

	static class InheritsPackagePrivate extends PackagePrivateLock {

	}

	@Aspect
	static class AspectBean {

		@DistributedLock(key = "k")
		public void run() {
		}

	}

	static class Infrastructure implements AopInfrastructureBean {

		@DistributedLock(key = "k")
		public void run() {
		}

	}

	static class PostProcessor implements BeanPostProcessor, PriorityOrdered {

		@Override
		public int getOrder() {
			return 0;
		}

		@DistributedLock(key = "k")
		public void run() {
		}

	}

	static class FactoryPostProcessor implements BeanFactoryPostProcessor {

		@Override
		public void postProcessBeanFactory(ConfigurableListableBeanFactory beanFactory) {
		}

		@DistributedLock(key = "k")
		public void run() {
		}

	}

	static class Early {

		@DistributedLock(key = "k")
		public void run() {
		}

	}

	interface EarlyJob {

		@DistributedLock(key = "k")
		void run();

	}

	static class EarlyJobFactory implements FactoryBean<EarlyJob> {

		@Override
		public EarlyJob getObject() {
			return () -> {
			};
		}

		@Override
		public Class<?> getObjectType() {
			return EarlyJob.class;
		}

	}

	/** Requests its beans before proxies are possible. */
	static class EagerPostProcessor implements BeanPostProcessor, PriorityOrdered {

		EagerPostProcessor(Early early, EarlyJob product) {
		}

		@Override
		public int getOrder() {
			return 0;
		}

	}

	static class ByHand {

		@DistributedLock(key = "k")
		public void run() {
		}

	}

	static class NamedOriginal {

		@DistributedLock(key = "k")
		public void run() {
		}

	}

	/** Is created by a factory, and is not injected anywhere. */
	interface WrongRepository {

		@DistributedLock(key = "k:#<idd>")
		void save(long id);

	}

	static class WrongRepositoryFactory implements FactoryBean<WrongRepository> {

		@Override
		public WrongRepository getObject() {
			throw new AssertionError("must not be created");
		}

		@Override
		public Class<?> getObjectType() {
			return WrongRepository.class;
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class All {

		@Bean
		FinalClass finalClass() {
			return new FinalClass("x");
		}

		@Bean
		@Lazy
		FinalClass lazyFinalClass() {
			return new FinalClass("y");
		}

		@Bean
		PrivateMethod privateMethod() {
			return new PrivateMethod();
		}

		@Bean
		StaticMethod staticMethod() {
			return new StaticMethod();
		}

		@Bean
		FinalMethod finalMethod() {
			return new FinalMethod();
		}

		@Bean
		FinalMethodOfLockedClass finalMethodOfLockedClass() {
			return new FinalMethodOfLockedClass();
		}

		@Bean
		InheritsPackagePrivate inheritsPackagePrivate() {
			return new InheritsPackagePrivate();
		}

		@Bean
		AspectBean aspectBean() {
			return new AspectBean();
		}

		@Bean
		Infrastructure infrastructure() {
			return new Infrastructure();
		}

		@Bean
		static PostProcessor postProcessor() {
			return new PostProcessor();
		}

		@Bean
		static FactoryPostProcessor factoryPostProcessor() {
			return new FactoryPostProcessor();
		}

		@Bean
		static Early early() {
			return new Early();
		}

		@Bean
		static EarlyJobFactory earlyProduct() {
			return new EarlyJobFactory();
		}

		@Bean
		static EagerPostProcessor eagerPostProcessor(Early early, EarlyJob earlyProduct) {
			return new EagerPostProcessor(early, earlyProduct);
		}

		@Bean("io.lockstarter.aop.UndeclarableBeans$NamedOriginal.ORIGINAL")
		NamedOriginal namedOriginal() {
			return new NamedOriginal();
		}

		@Bean
		WrongRepositoryFactory wrongRepository() {
			return new WrongRepositoryFactory();
		}

	}

}

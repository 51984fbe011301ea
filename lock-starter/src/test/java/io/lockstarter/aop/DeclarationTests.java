package io.lockstarter.aop;

import java.util.Collection;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

import io.lockstarter.DistributedLock;
import io.lockstarter.InvalidLockDefinitionException;
import io.lockstarter.aop.DeclaredBeans.Beans;
import io.lockstarter.aop.DeclaredBeans.Circle;
import io.lockstarter.aop.DeclaredBeans.Composed;
import io.lockstarter.aop.DeclaredBeans.Handler;
import io.lockstarter.aop.DeclaredBeans.Inherited;
import io.lockstarter.aop.DeclaredBeans.IntegerHandler;
import io.lockstarter.aop.DeclaredBeans.Job;
import io.lockstarter.aop.DeclaredBeans.JobFactory;
import io.lockstarter.aop.DeclaredBeans.LockedType;
import io.lockstarter.aop.DeclaredBeans.OfDefault;
import io.lockstarter.aop.DeclaredBeans.OfLockedType;
import io.lockstarter.aop.DeclaredBeans.OfTemplate;
import io.lockstarter.aop.DeclaredBeans.OnClass;
import io.lockstarter.aop.DeclaredBeans.OnMethod;
import io.lockstarter.aop.DeclaredBeans.OtherHalf;
import io.lockstarter.aop.DeclaredBeans.Outer;
import io.lockstarter.aop.DeclaredBeans.PlainJob;
import io.lockstarter.aop.DeclaredBeans.Repeated;
import io.lockstarter.aop.DeclaredBeans.Stage;
import io.lockstarter.aop.DeclaredBeans.SubclassOfLocked;
import io.lockstarter.aop.DeclaredBeans.Template;
import io.lockstarter.aop.DeclaredBeans.TextHandler;
import io.lockstarter.aop.DeclaredBeans.User;
import io.lockstarter.aop.DeclaredBeans.WithDefault;
import io.lockstarter.aop.DeclaredBeans.WithLookup;
import io.lockstarter.aop.UndeclarableBeans.All;
import io.lockstarter.aop.UndeclarableBeans.ByHand;
import io.lockstarter.aop.check.LockDefinitionChecker;
import io.lockstarter.autoconfigure.DistributedLockAnnotationAutoConfiguration;
import io.lockstarter.autoconfigure.LockAutoConfiguration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.aop.framework.autoproxy.DefaultAdvisorAutoProxyCreator;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.EnableAspectJAutoProxy;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.context.support.SimpleThreadScope;
import org.springframework.test.util.ReflectionTestUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.Mockito.mock;

/**
 * Covers every way to declare a bean. Either its method is locked, so a second caller
 * finds the key busy, or it is refused at start-up. No bean silently runs without its
 * lock.
 */
@SuppressWarnings("FutureReturnValueIgnored") // returned as an object
class DeclarationTests {

	private static final String[] PROPERTIES = { "distributed-lock.store=memory",
			"distributed-lock.shutdown-timeout=0" };

	private static ConfigurableApplicationContext application;

	@BeforeAll
	static void start() {
		application = new SpringApplicationBuilder(LockAutoConfiguration.class,
				DistributedLockAnnotationAutoConfiguration.class, Beans.class, OnMethod.class, Inherited.class,
				OnClass.class, SubclassOfLocked.class, PlainJob.class, OfLockedType.class, OfTemplate.class,
				OfDefault.class, TextHandler.class, IntegerHandler.class, Composed.class, Repeated.class, Stage.class,
				WithLookup.class, Circle.class, OtherHalf.class)
			.web(WebApplicationType.NONE)
			.allowCircularReferences(true)
			.properties(PROPERTIES)
			.initializers((context) -> {
				context.getBeanFactory().registerScope("thread", new SimpleThreadScope());
				GenericApplicationContext registry = (GenericApplicationContext) context;
				registry.registerBean("supplied", OnMethod.class, OnMethod::new);
				registry.registerBean("suppliedPrototype", Job.class, PlainJob::new,
						(definition) -> definition.setScope(ConfigurableBeanFactory.SCOPE_PROTOTYPE));
				RootBeanDefinition outer = new RootBeanDefinition(Outer.class);
				outer.getPropertyValues().add("inner", new RootBeanDefinition(PlainJob.class));
				registry.registerBeanDefinition("outer", outer);
				context.getBeanFactory().registerSingleton("mock", mock(OnMethod.class));
			})
			.run();
	}

	@AfterAll
	static void stop() {
		application.close();
	}

	static Stream<Example> examples() {
		return Stream.of(bean("a method of a class", "declaredBeans.OnMethod", OnMethod.class, OnMethod::run),
				bean("a package-private method", "declaredBeans.OnMethod", OnMethod.class, OnMethod::packagePrivate),
				bean("a protected method", "declaredBeans.OnMethod", OnMethod.class, OnMethod::isProtected),
				bean("a method of a superclass", "declaredBeans.Inherited", Inherited.class, Inherited::run),
				bean("a class", "declaredBeans.OnClass", OnClass.class, OnClass::run),
				bean("a superclass", "declaredBeans.SubclassOfLocked", SubclassOfLocked.class, SubclassOfLocked::own),
				bean("a method of an interface", "declaredBeans.PlainJob", Job.class, Job::run),
				bean("an interface", "declaredBeans.OfLockedType", LockedType.class, LockedType::run),
				bean("an abstract method", "declaredBeans.OfTemplate", Template.class, Template::run),
				bean("a default method", "declaredBeans.OfDefault", WithDefault.class, WithDefault::run),
				handler("a generic method, by its bridge", "declaredBeans.TextHandler", (bean) -> bean.handle("x")),
				bean("a generic method, directly", "declaredBeans.TextHandler", TextHandler.class,
						(bean) -> bean.handle("x")),
				handler("a generic method with another erasure", "declaredBeans.IntegerHandler",
						(bean) -> bean.handle(1)),
				new Example("a generic stage, by its bridge",
						(context) -> handlerOf(context, "declaredBeans.TextHandler").later("x")),
				new Example("a generic stage with another erasure",
						(context) -> handlerOf(context, "declaredBeans.IntegerHandler").later(1)),
				bean("an annotation of the application", "declaredBeans.Composed", Composed.class, Composed::run),
				bean("a repeated annotation", "declaredBeans.Repeated", Repeated.class, Repeated::run),
				new Example("a stage", (context) -> context.getBean(Stage.class).run()),
				bean("a lambda", "lambda", Job.class, Job::run),
				bean("a @Bean method that returns an interface", "declaredAsInterface", Job.class, Job::run),
				bean("a static @Bean method", "ofStaticMethod", OnMethod.class, OnMethod::run),
				bean("a configuration itself", "declaredBeans.Beans", Beans.class, Beans::run),
				bean("a proxy of the application", "ownProxy", Job.class, Job::run),
				bean("a ProxyFactoryBean", "ofProxyFactory", OnMethod.class, OnMethod::run),
				bean("the product of a factory, by its interface", "productOfFactory", Job.class, Job::run),
				bean("the product of a factory, by its class", "classOfFactory", OnMethod.class, OnMethod::run),
				bean("a factory itself", "&productOfFactory", JobFactory.class, JobFactory::rebuild),
				bean("a prototype", "prototype", OnMethod.class, OnMethod::run),
				bean("a scoped bean behind a proxy of its class", "scopedByClass", OnMethod.class, OnMethod::run),
				bean("a scoped bean behind a proxy of its interface", "scopedByInterface", Job.class, Job::run),
				bean("a lazy bean", "lazy", OnMethod.class, OnMethod::run),
				bean("a bean that is injected lazily", "lazyInjection", User.class, (user) -> user.job().run()),
				bean("a bean with a looked up method", "declaredBeans.WithLookup", WithLookup.class, WithLookup::run),
				bean("a bean in a circle", "declaredBeans.OtherHalf", OtherHalf.class, (half) -> half.circle().run()),
				bean("a bean by a supplier", "supplied", OnMethod.class, OnMethod::run),
				bean("a prototype by a supplier", "suppliedPrototype", Job.class, Job::run),
				bean("an inner bean", "outer", Outer.class, (outer) -> outer.inner().run()));
	}

	@ParameterizedTest
	@MethodSource("examples")
	void secondCallerFindsTheKeyBusy(Example example) throws Exception {
		assertThat(Probe.run(() -> example.call.apply(application))).isEqualTo("busy");
	}

	@ParameterizedTest
	@ValueSource(strings = { "FinalClass.run(): is in a final class", "PrivateMethod.run(): is private",
			"StaticMethod.run(): is static", "FinalMethod.run(): is final", "FinalMethodOfLockedClass.run(): is final",
			"InheritsPackagePrivate.run(): is package-private in another package",
			"AspectBean: bean 'aspectBean' is an aspect or a part of Spring AOP",
			"Infrastructure: bean 'infrastructure' is an aspect or a part of Spring AOP",
			"PostProcessor: bean 'postProcessor' is a post-processor",
			"FactoryPostProcessor: bean 'factoryPostProcessor' is a post-processor",
			"Early: bean 'early' has no proxy that acquires its locks: either it was created too early, for a "
					+ "BeanPostProcessor, before proxies are possible (it is needed by eagerPostProcessor)",
			"EarlyJob: bean 'earlyProduct' has no proxy that acquires its locks",
			"ByHand: bean 'byHand' was registered as a finished object",
			"NamedOriginal: bean 'io.lockstarter.aop.UndeclarableBeans$NamedOriginal.ORIGINAL' has a "
					+ "name that requests the original object",
			"WrongRepository.save(long): key = \"k:#<idd>\": there is no parameter 'idd'" })
	void beanWithoutItsProxyIsRefused(String problem) {
		LockedContexts.with(All.class)
			.withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class))
			.withInitializer((context) -> context.getBeanFactory().registerSingleton("byHand", new ByHand()))
			.run((context) -> assertThat(context).getFailure()
				.isInstanceOf(InvalidLockDefinitionException.class)
				.hasMessageContaining("(15 problems)")
				.hasMessageContaining(UndeclarableBeans.class.getName() + "$" + problem));
	}

	@Test
	void childContextWithTheAutoConfigurationLocks() throws Exception {
		try (ConfigurableApplicationContext child = new SpringApplicationBuilder(OnMethod.class)
			.web(WebApplicationType.NONE)
			.properties(PROPERTIES)
			.parent(application)
			.sources(LockAutoConfiguration.class, DistributedLockAnnotationAutoConfiguration.class)
			.run()) {
			assertThat(Probe.run(() -> {
				child.getBean(OnMethod.class).run();
				return null;
			})).isEqualTo("busy");
			assertThat(Probe.run(() -> {
				child.getBean("lambda", Job.class).run();
				return null;
			})).isEqualTo("busy");
		}
	}

	@Test
	void childContextWithoutTheAutoConfigurationIsRefused() {
		try (AnnotationConfigApplicationContext child = new AnnotationConfigApplicationContext()) {
			child.setParent(application);
			child.register(ByHand.class);
			child.registerBean("lazy", OnMethod.class, (definition) -> definition.setLazyInit(true));
			assertThatExceptionOfType(InvalidLockDefinitionException.class).isThrownBy(child::refresh)
				.withMessageContaining("ByHand: bean 'undeclarableBeans.ByHand' is in an application context")
				.withMessageContaining("OnMethod: bean 'lazy' is in an application context");
		}
	}

	@Test
	void parentContextWithoutTheAutoConfigurationIsRefused() {
		try (AnnotationConfigApplicationContext parent = new AnnotationConfigApplicationContext(ByHand.class)) {
			LockedContexts.with()
				.withParent(parent)
				.run((context) -> assertThat(context).getFailure()
					.isInstanceOf(InvalidLockDefinitionException.class)
					.hasMessageContaining("ByHand: bean 'undeclarableBeans.ByHand' is in an application context"));
		}
	}

	@Test
	void parentContextWithOtherProxiesIsRefused() {
		try (AnnotationConfigApplicationContext parent = new AnnotationConfigApplicationContext()) {
			parent.register(OtherProxies.class);
			parent.registerBean("lazy", OnMethod.class, (definition) -> definition.setLazyInit(true));
			parent.registerBean("prototype", OnMethod.class,
					(definition) -> definition.setScope(BeanDefinition.SCOPE_PROTOTYPE));
			parent.refresh();
			LockedContexts.with()
				.withParent(parent)
				.run((context) -> assertThat(context).getFailure()
					.isInstanceOf(InvalidLockDefinitionException.class)
					.hasMessageContaining("OnMethod: bean 'lazy' is in an application context")
					.hasMessageContaining("OnMethod: bean 'prototype' is in an application context"));
		}
	}

	@Test
	void beansNotYetCreatedInALockingChildContextAreChecked() {
		try (AnnotationConfigApplicationContext child = new AnnotationConfigApplicationContext()) {
			child.setParent(application);
			child.register(OtherProxies.class);
			child.registerBean("good", OnMethod.class, (definition) -> definition.setLazyInit(true));
			child.registerBean("wrong", FinalMethod.class,
					(definition) -> definition.setScope(BeanDefinition.SCOPE_PROTOTYPE));
			assertThatExceptionOfType(InvalidLockDefinitionException.class).isThrownBy(child::refresh)
				.withMessageContaining("(1 problem)")
				.withMessageContaining("FinalMethod.run()");
		}
	}

	@Test
	void beanNamesAreNotKeptAfterStartUp() {
		LockedContexts.with(OnMethod.class).run((context) -> {
			Object checker = context.getBean(LockDefinitionChecker.class);
			context.getAutowireCapableBeanFactory().initializeBean(new Object(), "made later");
			assertThat((Collection<?>) ReflectionTestUtils.getField(checker, "seen")).isEmpty();
		});
	}

	@Test
	void secondProxyOfABeanDoesNotWaitForTheFirst() {
		LockedContexts.with(Stage.class, PlainJob.class, SecondCreator.class).run((context) -> {
			assertThat(Probe.run(() -> context.getBean(Stage.class).run())).isEqualTo("busy");
			assertThat(Probe.run(() -> {
				context.getBean(Job.class).run();
				return null;
			})).isEqualTo("busy");
			assertThat(context.getBean(Requests.class).acquired).hasSize(2);
		});
	}

	@ParameterizedTest
	@ValueSource(classes = { AbsentTypes.WithAbsentType.class, AbsentTypes.InheritsAbsentType.class,
			AbsentTypes.Empty.class, AbsentTypes.ReturnsAbsentTypeArgument.class })
	void lazyBeanWithAnAbsentTypeDoesNotPreventStartUp(Class<?> type) throws ClassNotFoundException {
		Class<?> withAbsentType = AbsentTypes.load(type);
		LockedContexts.with().withInitializer((context) -> {
			RootBeanDefinition lazy = new RootBeanDefinition(withAbsentType);
			lazy.setLazyInit(true);
			((GenericApplicationContext) context).registerBeanDefinition("lazy", lazy);
		}).run((context) -> assertThat(context).hasNotFailed());
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAspectJAutoProxy
	static class OtherProxies {

	}

	static class FinalMethod {

		@DistributedLock(key = "final")
		public final void run() {
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class SecondCreator {

		@Bean
		static DefaultAdvisorAutoProxyCreator secondCreator() {
			DefaultAdvisorAutoProxyCreator creator = new DefaultAdvisorAutoProxyCreator();
			creator.setProxyTargetClass(true);
			return creator;
		}

	}

	private static <T> Example bean(String what, String name, Class<T> type, Consumer<T> call) {
		return new Example(what, (context) -> {
			call.accept(context.getBean(name, type));
			return null;
		});
	}

	private static Example handler(String what, String name, Consumer<Handler<Object>> call) {
		return new Example(what, (context) -> {
			call.accept(handlerOf(context, name));
			return null;
		});
	}

	@SuppressWarnings("unchecked")
	private static Handler<Object> handlerOf(ApplicationContext context, String name) {
		return (Handler<Object>) context.getBean(name);
	}

	/** Represents one way to declare a bean, with a call of its method. */
	record Example(String what, Function<ApplicationContext, Object> call) {

		@Override
		public String toString() {
			return this.what;
		}

	}

}

package io.lockstarter.aop.aot;

import java.lang.reflect.Method;
import java.util.function.Consumer;

import io.lockstarter.DistributedLock;
import io.lockstarter.aop.LockedContexts;
import io.lockstarter.aop.aot.AotBeans.Application;
import io.lockstarter.aop.aot.AotBeans.ApplicationOfInterfaces;
import io.lockstarter.aop.aot.AotBeans.Customer;
import io.lockstarter.aop.aot.AotBeans.Job;
import io.lockstarter.aop.aot.AotBeans.Jobs;
import io.lockstarter.aop.aot.AotBeans.Order;
import io.lockstarter.aop.aot.AotBeans.OrderLock;
import io.lockstarter.autoconfigure.LockProperties;
import org.junit.jupiter.api.Test;

import org.springframework.aop.support.AopUtils;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.predicate.ReflectionHintsPredicates;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.aot.test.generate.TestGenerationContext;
import org.springframework.beans.factory.aot.AotServices;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.test.tools.CompileWithForkedClassLoader;
import org.springframework.core.test.tools.TestCompiler;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Runs an application that was processed ahead of time, and checks the hints for a native
 * image. No native image is built here.
 */
class AotTests {

	private static final ReflectionHintsPredicates REFLECTION = RuntimeHintsPredicates.reflection();

	@Test
	@CompileWithForkedClassLoader
	void processedApplicationLocksWithClassProxies() {
		run(Application.class, true, (processed) -> locks(processed, processed.getBean(Jobs.class)));
	}

	@Test
	@CompileWithForkedClassLoader
	void processedApplicationLocksWithInterfaceProxies() {
		run(ApplicationOfInterfaces.class, false, (processed) -> {
			assertThat(AopUtils.isJdkDynamicProxy(processed.getBean(Job.class))).isTrue();
			assertThat(processed.getBean(Job.class).ofInterface(1)).isEqualTo("interface:1");
		});
	}

	@SuppressWarnings("unchecked")
	private static void run(Class<?> application, boolean proxyTargetClass, Consumer<GenericApplicationContext> check) {
		process(application, proxyTargetClass,
				(generation) -> TestCompiler.forSystem().with(generation).compile((compiled) -> {
					System.setProperty("spring.aot.enabled", "true");
					try (GenericApplicationContext processed = new GenericApplicationContext()) {
						properties(proxyTargetClass).applyTo(processed);
						compiled.getInstance(ApplicationContextInitializer.class).initialize(processed);
						processed.refresh();
						check.accept(processed);
					}
					finally {
						System.clearProperty("spring.aot.enabled");
					}
				}));
	}

	private static void locks(GenericApplicationContext processed, Jobs jobs) {
		assertThat(AopUtils.isCglibProxy(jobs)).isTrue();
		assertThat(jobs.path(new Order(new Customer(7, "Bob")))).isEqualTo("order:7");
		assertThat(jobs.spel("a")).isEqualTo("text:A:x");
		assertThat(jobs.ofInterface(1)).isEqualTo("interface:1");
		assertThat(jobs.composed(3)).isEqualTo("composed:3");
		LockedContexts.holdElsewhere(processed, "busy");
		assertThat(jobs.fallsBack()).isEqualTo("instead");
		assertThat(jobs.skips()).isEmpty();
	}

	@Test
	void nativeImageHasTheReflectionHintsOfTheLocks() {
		process(Application.class, true, (generation) -> {
			RuntimeHints hints = generation.getRuntimeHints();
			assertThat(REFLECTION.onMethodInvocation(Jobs.class, "path")).accepts(hints);
			assertThat(REFLECTION.onMethodInvocation(Jobs.class, "instead")).accepts(hints);
			assertThat(REFLECTION.onMethodInvocation(Job.class, "ofInterface")).accepts(hints);
			assertThat(REFLECTION.onMethodInvocation(OrderLock.class, "value")).accepts(hints);
			assertThat(REFLECTION.onMethodInvocation(Order.class, "customer")).accepts(hints);
			assertThat(REFLECTION.onMethodInvocation(Customer.class, "id")).accepts(hints);
			assertThat(REFLECTION.onMethodInvocation(Customer.class, "name")).accepts(hints);
			assertThat(REFLECTION.onType(Number.class)).accepts(hints);
			assertThat(REFLECTION.onMethodInvocation(method(String.class, "isEmpty"))).accepts(hints);
			assertThat(REFLECTION.onMethodInvocation(method(Integer.class, "toString"))).accepts(hints);
			assertThat(REFLECTION.onType(String[].class)).accepts(hints);
			assertThat(REFLECTION.onConstructorInvocation(LockProperties.class.getDeclaredConstructors()[0]))
				.accepts(hints);
		});
	}

	@Test
	void nativeImageHasTheAnnotationAndTheScripts() {
		RuntimeHints hints = new RuntimeHints();
		AotServices.factories()
			.load(RuntimeHintsRegistrar.class)
			.forEach((registrar) -> registrar.registerHints(hints, getClass().getClassLoader()));
		for (var attribute : DistributedLock.class.getDeclaredMethods()) {
			assertThat(REFLECTION.onMethodInvocation(attribute)).accepts(hints);
		}
		for (String script : new String[] { "contend", "release", "release_all", "renew", "inspect" }) {
			assertThat(RuntimeHintsPredicates.resource().forResource("io/lockstarter/redis/scripts/" + script + ".lua"))
				.accepts(hints);
		}
	}

	private static Method method(Class<?> type, String name) {
		try {
			return type.getMethod(name);
		}
		catch (NoSuchMethodException ex) {
			throw new AssertionError(ex);
		}
	}

	private static void process(Class<?> application, boolean proxyTargetClass, Consumer<TestGenerationContext> check) {
		try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
			context.register(application);
			properties(proxyTargetClass).applyTo(context);
			TestGenerationContext generation = new TestGenerationContext(AotTests.class);
			new ApplicationContextAotGenerator().processAheadOfTime(context, generation);
			generation.writeGeneratedContent();
			check.accept(generation);
		}
	}

	private static TestPropertyValues properties(boolean proxyTargetClass) {
		return TestPropertyValues.of("distributed-lock.store=memory", "distributed-lock.shutdown-timeout=0",
				"spring.aop.proxy-target-class=" + proxyTargetClass);
	}

}

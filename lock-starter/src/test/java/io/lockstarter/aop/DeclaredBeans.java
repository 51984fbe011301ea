package io.lockstarter.aop;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Proxy;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

import io.lockstarter.DistributedLock;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.framework.ProxyFactoryBean;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Lookup;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;
import org.springframework.core.annotation.AliasFor;

/** Declares beans with a lock in every way that works. */
final class DeclaredBeans {

	private DeclaredBeans() {
	}

	interface Job {

		@DistributedLock(key = "job", waitTime = "0")
		void run();

	}

	static class PlainJob implements Job {

		@Override
		public void run() {
			Probe.inside();
		}

	}

	static class OnMethod {

		@DistributedLock(key = "method", waitTime = "0")
		public void run() {
			Probe.inside();
		}

		@DistributedLock(key = "package-private", waitTime = "0")
		void packagePrivate() {
			Probe.inside();
		}

		@DistributedLock(key = "protected", waitTime = "0")
		protected void isProtected() {
			Probe.inside();
		}

	}

	static class Inherited extends OnMethod {

	}

	@DistributedLock(key = "class", waitTime = "0")
	static class OnClass {

		public void run() {
			Probe.inside();
		}

	}

	static class SubclassOfLocked extends OnClass {

		public void own() {
			Probe.inside();
		}

	}

	@DistributedLock(key = "interface", waitTime = "0")
	interface LockedType {

		void run();

	}

	static class OfLockedType implements LockedType {

		@Override
		public void run() {
			Probe.inside();
		}

	}

	abstract static class Template {

		@DistributedLock(key = "template", waitTime = "0")
		public abstract void run();

	}

	static class OfTemplate extends Template {

		@Override
		public void run() {
			Probe.inside();
		}

	}

	interface WithDefault {

		@DistributedLock(key = "default", waitTime = "0")
		default void run() {
			Probe.inside();
		}

	}

	static class OfDefault implements WithDefault {

	}

	interface Handler<T> {

		@DistributedLock(key = "handler", waitTime = "0")
		void handle(T value);

		@DistributedLock(key = "later", waitTime = "0")
		CompletableFuture<String> later(T value);

	}

	static class TextHandler implements Handler<String> {

		@Override
		public void handle(String value) {
			Probe.inside();
		}

		@Override
		public CompletableFuture<String> later(String value) {
			Probe.inside();
			return CompletableFuture.completedFuture(value);
		}

	}

	abstract static class NumberSink<N extends Number> {

		public void handle(N value) {
			Probe.inside();
		}

		public CompletableFuture<String> later(N value) {
			Probe.inside();
			return CompletableFuture.completedFuture(value.toString());
		}

	}

	static class IntegerHandler extends NumberSink<Integer> implements Handler<Integer> {

	}

	@Retention(RetentionPolicy.RUNTIME)
	@DistributedLock(waitTime = "0")
	@interface JobLock {

		@AliasFor(annotation = DistributedLock.class, attribute = "key")
		String[] value();

	}

	static class Composed {

		@JobLock("composed")
		public void run() {
			Probe.inside();
		}

	}

	static class Repeated {

		@DistributedLock(key = "first", waitTime = "0")
		@DistributedLock(key = "second", waitTime = "0")
		public void run() {
			Probe.inside();
		}

	}

	static class Stage {

		@DistributedLock(key = "stage", waitTime = "0")
		public CompletableFuture<String> run() {
			return CompletableFuture.supplyAsync(() -> {
				Probe.inside();
				return "done";
			}, (task) -> new Thread(task).start());
		}

	}

	/** Creates beans with a lock, and has a lock of its own. */
	static class JobFactory implements FactoryBean<Job> {

		@Override
		public Job getObject() {
			return (Job) Proxy.newProxyInstance(Job.class.getClassLoader(), new Class<?>[] { Job.class },
					(proxy, method, arguments) -> {
						if (method.getDeclaringClass() == Object.class) {
							return method.invoke(this, arguments);
						}
						Probe.inside();
						return null;
					});
		}

		@Override
		public Class<?> getObjectType() {
			return Job.class;
		}

		@DistributedLock(key = "factory", waitTime = "0")
		public void rebuild() {
			Probe.inside();
		}

	}

	static class OnMethodFactory implements FactoryBean<OnMethod> {

		@Override
		public OnMethod getObject() {
			return new OnMethod();
		}

		@Override
		public Class<?> getObjectType() {
			return OnMethod.class;
		}

	}

	record User(Job job) {

	}

	abstract static class WithLookup {

		@DistributedLock(key = "lookup", waitTime = "0")
		public void run() {
			product();
			Probe.inside();
		}

		@Lookup("prototype")
		abstract OnMethod product();

	}

	/** Is part of a circular reference, so its proxy is created before it is complete. */
	static class Circle {

		private @Nullable OtherHalf other;

		@Autowired
		void setOther(OtherHalf other) {
			this.other = other;
		}

		@DistributedLock(key = "circle", waitTime = "0")
		public void run() {
			Probe.inside();
		}

		public OtherHalf other() {
			return Objects.requireNonNull(this.other);
		}

	}

	static class OtherHalf {

		private @Nullable Circle circle;

		@Autowired
		void setCircle(Circle circle) {
			this.circle = circle;
		}

		Circle circle() {
			return Objects.requireNonNull(this.circle);
		}

	}

	static class Outer {

		private @Nullable Job inner;

		public void setInner(Job inner) {
			this.inner = inner;
		}

		Job inner() {
			return Objects.requireNonNull(this.inner);
		}

	}

	@Configuration
	static class Beans {

		@DistributedLock(key = "configuration", waitTime = "0")
		public void run() {
			Probe.inside();
		}

		@Bean
		Job lambda() {
			return Probe::inside;
		}

		@Bean
		Job declaredAsInterface() {
			return new PlainJob();
		}

		@Bean
		static OnMethod ofStaticMethod() {
			return new OnMethod();
		}

		@Bean
		Job ownProxy() {
			return (Job) Proxy.newProxyInstance(Job.class.getClassLoader(), new Class<?>[] { Job.class },
					(proxy, method, arguments) -> (method.getDeclaringClass() == Object.class)
							? method.invoke(this, arguments) : method.invoke(new PlainJob(), arguments));
		}

		@Bean
		ProxyFactoryBean ofProxyFactory() {
			ProxyFactoryBean factory = new ProxyFactoryBean();
			factory.setTarget(new OnMethod());
			factory.setProxyTargetClass(true);
			return factory;
		}

		@Bean
		JobFactory productOfFactory() {
			return new JobFactory();
		}

		@Bean
		OnMethodFactory classOfFactory() {
			return new OnMethodFactory();
		}

		@Bean
		@Scope(ConfigurableBeanFactory.SCOPE_PROTOTYPE)
		OnMethod prototype() {
			return new OnMethod();
		}

		@Bean
		@Scope(scopeName = "thread", proxyMode = ScopedProxyMode.TARGET_CLASS)
		OnMethod scopedByClass() {
			return new OnMethod();
		}

		@Bean
		@Scope(scopeName = "thread", proxyMode = ScopedProxyMode.INTERFACES)
		Job scopedByInterface() {
			return new PlainJob();
		}

		@Bean
		@Lazy
		OnMethod lazy() {
			return new OnMethod();
		}

		@Bean
		User lazyInjection(@Lazy Job declaredAsInterface) {
			return new User(declaredAsInterface);
		}

	}

}

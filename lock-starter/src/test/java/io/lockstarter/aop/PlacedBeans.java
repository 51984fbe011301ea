package io.lockstarter.aop;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

import io.lockstarter.DistributedLock;
import io.lockstarter.LockHandle;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.AliasFor;

/**
 * Declares beans with the annotation in every place. Their methods return the key of the
 * current lock.
 */
final class PlacedBeans {

	private PlacedBeans() {
	}

	static class OnMethod {

		@DistributedLock(key = "method")
		public String run() {
			return LockHandle.current().key();
		}

		@DistributedLock(key = "package-private")
		String packagePrivate() {
			return LockHandle.current().key();
		}

	}

	static class Inheriting extends OnMethod {

	}

	static class Overriding extends OnMethod {

		@Override
		@DistributedLock(key = "overriding")
		public String run() {
			return LockHandle.current().key();
		}

	}

	@DistributedLock(key = "class")
	static class OnClass {

		public String run() {
			return LockHandle.current().key();
		}

		@DistributedLock(key = "own")
		public String own() {
			return LockHandle.current().key();
		}

		void notPublic() {
		}

		@Override
		public String toString() {
			return "unlocked";
		}

	}

	interface Jobs {

		@DistributedLock(key = "interface:#<id>")
		String run(int id);

	}

	static class JobsOfInterface implements Jobs {

		@Override
		public String run(int number) {
			return LockHandle.current().key();
		}

	}

	@DistributedLock(key = "locked-interface")
	interface LockedJobs {

		String run();

	}

	static class JobsOfLockedInterface implements LockedJobs {

		@Override
		public String run() {
			return LockHandle.current().key();
		}

	}

	static class Unrelated {

		public String run(int id) {
			return LockHandle.current().key();
		}

	}

	static class InheritsImplementation extends Unrelated implements Jobs {

	}

	interface Handler<T> {

		String handle(T value);

	}

	interface TextJobs extends Handler<String> {

	}

	static class TextHandler implements TextJobs {

		@Override
		@DistributedLock(key = "handler:#<value>")
		public String handle(String value) {
			return LockHandle.current().key();
		}

	}

	interface Sink<T extends Number> {

		@DistributedLock(key = "sink:#<value>")
		String take(T value);

	}

	interface NumberJobs extends Sink<Integer> {

	}

	static class NumberSink implements NumberJobs {

		@Override
		public String take(Integer number) {
			return LockHandle.current().key();
		}

	}

	@Configuration
	static class Lambda {

		@Bean
		Jobs jobs() {
			return (id) -> LockHandle.current().key();
		}

	}

	@Retention(RetentionPolicy.RUNTIME)
	@DistributedLock(key = "placeholder", ttl = "10s")
	@interface OrderLock {

		@AliasFor(annotation = DistributedLock.class, attribute = "key")
		String[] value();

	}

	static class Composed {

		@OrderLock("order:#<id>")
		public String run(int id) {
			return LockHandle.current().key();
		}

	}

	static class Repeated {

		@DistributedLock(key = "second")
		@DistributedLock(key = "first")
		public String run() {
			return LockHandle.current().key();
		}

	}

	@DistributedLock(key = "second")
	@DistributedLock(key = "first")
	static class RepeatedOnClass {

		public String run() {
			return LockHandle.current().key();
		}

	}

	record Order(String id) implements Entity {

	}

	interface Entity {

	}

	interface Crud<T> {

		@DistributedLock(key = "save:#<entity.id>")
		String save(T entity);

	}

	abstract static class AbstractCrud<T extends Entity> {

		public String save(T entity) {
			return LockHandle.current().key();
		}

	}

	interface OrderJobs extends Crud<Order> {

	}

	static class OrderCrud extends AbstractCrud<Order> implements OrderJobs {

	}

	@DistributedLock(key = "locked-crud")
	interface LockedCrud<T> {

		String save(T entity);

	}

	interface LockedOrderJobs extends LockedCrud<Order> {

	}

	static class LockedOrderCrud extends AbstractCrud<Order> implements LockedOrderJobs {

	}

}

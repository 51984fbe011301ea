package io.lockstarter.docs;

import java.util.function.IntConsumer;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.ProxyRules;
import io.lockstarter.DistributedLock;
import io.lockstarter.docs.Placements.AccountLock;
import org.junit.jupiter.api.Test;

import static com.tngtech.archunit.core.domain.properties.CanBeAnnotated.Predicates.metaAnnotatedWith;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

/** Runs the documented rule of ArchUnit, which finds calls inside one object. */
class SelfCallExampleTests {

	static final ArchRule CALLED_THROUGH_THE_PROXY = ProxyRules
		.no_classes_should_directly_call_other_methods_declared_in_the_same_class_that(
				metaAnnotatedWith(DistributedLock.class));

	@Test
	void callsInsideOneObjectAreFound() {
		assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> check(Shop.class, Base.class))
			.withMessageContaining("violated (4 times)")
			.withMessageContaining("Shop.ship(long)> calls method")
			.withMessageContaining("Shop.later()> calls method")
			.withMessageContaining("Shop.recount()> calls method")
			.withMessageContaining("Shop.close(long)> calls method");
	}

	@Test
	void callsOfOtherBeansAreAccepted() {
		assertThatNoException().isThrownBy(() -> check(Checkout.class, Till.class));
	}

	private static void check(Class<?> type, Class<?> other) {
		CALLED_THROUGH_THE_PROXY.check(new ClassFileImporter().importClasses(type, other, AccountLock.class));
	}

	static class Base {

		@DistributedLock(key = "stock")
		public void count() {
		}

	}

	static class Shop extends Base {

		@DistributedLock(key = "order:#<id>")
		public void pay(long id) {
		}

		@AccountLock("account:#<id>")
		public void book(long id) {
		}

		public void ship(long id) {
			pay(id);
		}

		public Runnable later() {
			return () -> pay(1);
		}

		public void recount() {
			count();
		}

		public void close(long id) {
			this.book(id);
		}

		public IntConsumer byReference() {
			return this::pay;
		}

	}

	static class Till {

		@DistributedLock(key = "order:#<id>")
		public void pay(long id) {
		}

	}

	static class Checkout {

		private final Till till = new Till();

		@DistributedLock(key = "checkout:#<id>")
		public void checkOut(long id) {
			this.till.pay(id);
			print();
		}

		public void print() {
		}

	}

}

package io.lockstarter.aop.check;

import java.util.function.IntConsumer;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.ProxyRules;
import io.lockstarter.DistributedLock;
import io.lockstarter.aop.LockedContexts;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Calls of annotated methods on the same object bypass the proxy. */
@ExtendWith(OutputCaptureExtension.class)
class SelfCallTests {

	private static final String WARNING = "on the same object: this call bypasses the proxy";

	@ParameterizedTest
	@ValueSource(strings = { "plain", "withArguments", "withNestedCalls", "inTheMiddle", "inALambda", "byReference",
			"ofTheSuperclass" })
	void callOnTheSameObjectIsLogged(String caller, CapturedOutput output) {
		LockedContexts.with(Caller.class).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(output.getAll()
				.lines()
				.filter((line) -> line.contains(WARNING))
				.filter((line) -> line.contains("." + caller + " calls " + Caller.class.getName() + ".run(")))
				.hasSize(1);
		});
	}

	@Test
	void callOnAnotherObjectIsNotLogged(CapturedOutput output) {
		LockedContexts.with(Others.class).run((context) -> assertThat(output.getAll()).doesNotContain(WARNING));
	}

	@ParameterizedTest
	@ValueSource(classes = { Covered.class, SameKey.class })
	void callUnderTheSameLockIsNotLogged(Class<?> bean, CapturedOutput output) {
		LockedContexts.with(bean).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(output.getAll()).doesNotContain(WARNING);
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "otherKey", "keyOfTheArgument", "onlySometimes", "fewerKeys" })
	void callUnderAnotherLockIsLogged(String caller, CapturedOutput output) {
		LockedContexts.with(OtherKey.class)
			.run((context) -> assertThat(output.getAll().lines().filter((line) -> line.contains(WARNING)))
				.filteredOn((line) -> line.contains("." + caller + " calls "))
				.hasSize(1));
	}

	@ParameterizedTest
	@ValueSource(strings = { "open", "openWithALambda" })
	void callFromAnUncoveredMethodOfALockedClassIsLogged(String caller, CapturedOutput output) {
		LockedContexts.with(PartlyCovered.class)
			.run((context) -> assertThat(output.getAll().lines().filter((line) -> line.contains(WARNING)))
				.filteredOn((line) -> line.contains("." + caller + " calls "))
				.hasSize(1));
	}

	@Test
	void archUnitDetectsSelfCalls() {
		ArchRule rule = ProxyRules
			.no_classes_should_directly_call_other_methods_declared_in_the_same_class_that_are_annotated_with(
					DistributedLock.class);
		assertThatExceptionOfType(AssertionError.class)
			.isThrownBy(() -> rule.check(new ClassFileImporter().importClasses(Caller.class)))
			.withMessageContaining("Caller.plain()");
	}

	static class Base {

		public void ofTheSuperclass() {
			run(0);
		}

		public void run(int count) {
		}

	}

	static class Caller extends Base {

		@Override
		@DistributedLock(key = "k:#<count>")
		public void run(int count) {
			super.run(count);
		}

		@DistributedLock(key = "k:#<id>")
		public String run(String id, long number, Object value) {
			return id;
		}

		public void plain() {
			run(1);
		}

		public void withArguments(long number) {
			this.run("a" + number, number * 2, new Object());
		}

		public void withNestedCalls(double value) {
			run(Integer.toString((int) value).length() + hashCode());
		}

		public void inTheMiddle(int[] counts) {
			synchronized (this) {
				for (int count : counts) {
					if (count > 0) {
						run(count);
					}
				}
			}
		}

		public Runnable inALambda() {
			return () -> run(2);
		}

		public IntConsumer byReference() {
			return this::run;
		}

	}

	static class Others {

		private @Nullable Others self;

		@DistributedLock(key = "k")
		public Others run(int count) {
			return this;
		}

		public void onAnother(Others other) {
			other.run((this.self != null) ? 1 : 2);
			new Others().run(3);
			if (this.self != null) {
				this.self.run(4).run(5);
			}
			run("unlocked");
		}

		public void run(String text) {
		}

	}

	@DistributedLock(key = "k")
	static class Covered {

		public void outer() {
			inner();
			helper();
		}

		public Runnable inALambda() {
			return () -> inner();
		}

		private void helper() {
			inner();
			Runnable later = () -> inner();
			later.run();
		}

		public void inner() {
		}

	}

	@DistributedLock(key = "k")
	static class PartlyCovered {

		void open() {
			inner();
		}

		Runnable openWithALambda() {
			return () -> inner();
		}

		public void inner() {
		}

	}

	static class SameKey {

		@DistributedLock(key = { "${region:eu}:k", "l" })
		public void outer() {
			inner();
			Runnable again = () -> inner();
			again.run();
		}

		@DistributedLock(key = "${region:eu}:k")
		public void inner() {
		}

	}

	static class OtherKey {

		@DistributedLock(key = "other")
		public void otherKey() {
			inner(1);
		}

		@DistributedLock(key = "k:#<id>")
		public void keyOfTheArgument(int id) {
			argument(id + 1);
		}

		@DistributedLock(key = "k", condition = "#id > 1")
		public void onlySometimes(int id) {
			inner(id);
		}

		@DistributedLock(key = "k")
		public void fewerKeys() {
			both();
		}

		@DistributedLock(key = "k:#<id>")
		public void argument(int id) {
		}

		@DistributedLock(key = "k")
		public void inner(int id) {
		}

		@DistributedLock(key = { "k", "l" })
		public void both() {
		}

	}

}

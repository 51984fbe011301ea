package io.lockstarter.aop;

import io.lockstarter.DistributedLock;
import io.lockstarter.InvalidLockDefinitionException;
import io.lockstarter.LockType;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.BeanCreationException;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Scope;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Beans that lock the same fixed key must use locks that can share it. The messages for
 * one bean are in {@code src/test/resources/errors/table.md}.
 */
class FixedKeyTests {

	private static final String FAIR = Fair.class.getName() + ".run()";

	@Test
	void twoTypesInTwoBeansAreRefused() {
		LockedContexts.with(Fair.class, Exclusive.class)
			.run((context) -> assertThat(context).getFailure()
				.isInstanceOf(InvalidLockDefinitionException.class)
				.hasMessageContaining("(1 problem)")
				.hasMessageContaining(Exclusive.class.getName() + ".run(): key = \"same\": it has the type EXCLUSIVE "
						+ "here, and FAIR in " + FAIR + ": these types cannot share a key"));
	}

	@Test
	void keysAreComparedAfterPropertiesAreReplaced() {
		ApplicationContextRunner runner = LockedContexts.with(Fair.class, ByProperty.class);
		runner.withPropertyValues("shop.key=same")
			.run((context) -> assertThat(context).getFailure()
				.hasMessageContaining("key = \"${shop.key}\": it has the type EXCLUSIVE here, and FAIR in " + FAIR));
		runner.withPropertyValues("shop.key=other").run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void differentNumbersOfPermitsAreRefused() {
		ApplicationContextRunner runner = LockedContexts.with(TwoPermits.class, PermitsByProperty.class);
		runner.withPropertyValues("shop.permits=3")
			.run((context) -> assertThat(context).getFailure()
				.isInstanceOf(InvalidLockDefinitionException.class)
				.hasMessageContaining(
						"its number of permits is 3 here, and 2 in " + TwoPermits.class.getName() + ".run()"));
		runner.withPropertyValues("shop.permits=2").run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void readAndWriteShareAKey() {
		LockedContexts.with(ReadAndWrite.class, SameAgain.class).run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void keysWithPlaceholdersAreNotCompared() {
		LockedContexts.with(WithPlaceholders.class).run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void beanThatIsCreatedLaterIsComparedAsWell() {
		LockedContexts.with(Fair.class, Later.class).run((context) -> {
			assertThat(context).hasNotFailed();
			for (int i = 0; i < 2; i++) {
				assertThatExceptionOfType(BeanCreationException.class).isThrownBy(() -> context.getBean("later"))
					.havingRootCause()
					.isInstanceOf(InvalidLockDefinitionException.class)
					.withMessageContaining("and FAIR in " + FAIR);
			}
			context.getBean(Fair.class).run();
		});
	}

	static class Fair {

		@DistributedLock(key = "same", type = LockType.FAIR)
		public void run() {
		}

	}

	static class Exclusive {

		@DistributedLock(key = "same")
		public void run() {
		}

	}

	static class ByProperty {

		@DistributedLock(key = "${shop.key}")
		public void run() {
		}

	}

	static class TwoPermits {

		@DistributedLock(key = "same", type = LockType.SEMAPHORE, permits = 2)
		public void run() {
		}

	}

	static class PermitsByProperty {

		@DistributedLock(key = "same", type = LockType.SEMAPHORE, permitsString = "${shop.permits}")
		public void run() {
		}

	}

	static class ReadAndWrite {

		@DistributedLock(key = "same", type = LockType.READ)
		public void read() {
		}

		@DistributedLock(key = "same", type = LockType.WRITE)
		public void write() {
		}

	}

	static class WithPlaceholders {

		@DistributedLock(key = "order:#<id>", type = LockType.FAIR)
		public void fair(long id) {
		}

		@DistributedLock(key = "order:#<id>")
		public void exclusive(long id) {
		}

	}

	@Configuration
	static class SameAgain {

		@Bean
		@Scope("prototype")
		ReadAndWrite again() {
			return new ReadAndWrite();
		}

	}

	@Configuration
	static class Later {

		@Bean
		@Lazy
		Object later() {
			return new Exclusive();
		}

	}

}

package io.lockstarter.aop.call;

import io.lockstarter.DistributedLock;
import io.lockstarter.aop.HoldKeeper;
import io.lockstarter.aop.LockedContexts;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/** A call whose method never ran leaves no lock behind. */
class UnusedHoldTests {

	@Test
	void failureOfTheKeeperReleasesWithoutMinHold() {
		LockedContexts.with(Job.class).withBean(HoldKeeper.class, () -> (hold) -> {
			throw new IllegalStateException("no transaction");
		}).run((context) -> {
			Job bean = context.getBean(Job.class);
			assertThatIllegalStateException().isThrownBy(bean::one).withMessage("no transaction");
			assertThat(LockedContexts.isLocked(context, "one")).isFalse();
			assertThatIllegalStateException().isThrownBy(bean::several).withMessage("no transaction");
			assertThat(LockedContexts.isLocked(context, "first")).isFalse();
			assertThat(LockedContexts.isLocked(context, "second")).isFalse();
		});
	}

	static class Job {

		@DistributedLock(key = "one", minHold = "10m")
		public void one() {
		}

		@DistributedLock(key = { "first", "second" }, minHold = "10m")
		public void several() {
		}

	}

}

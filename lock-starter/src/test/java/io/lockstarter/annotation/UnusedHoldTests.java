package io.lockstarter.annotation;

import io.lockstarter.DistributedLock;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/** A call whose method never ran leaves nothing behind. */
class UnusedHoldTests {

	@Test
	void failureOfTheKeeperReleasesWithoutTheMinimumHold() {
		LockedContexts.with(Job.class).withBean(HoldKeeper.class, () -> (hold) -> {
			throw new IllegalStateException("no transaction");
		}).run((context) -> {
			Job bean = context.getBean(Job.class);
			assertThatIllegalStateException().isThrownBy(bean::one).withMessage("no transaction");
			assertThat(LockedContexts.isTaken(context, "one")).isFalse();
			assertThatIllegalStateException().isThrownBy(bean::several).withMessage("no transaction");
			assertThat(LockedContexts.isTaken(context, "first")).isFalse();
			assertThat(LockedContexts.isTaken(context, "second")).isFalse();
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

package io.lockstarter.kotlin

import io.lockstarter.LockHandle
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test

/** The lock service takes lambdas of Kotlin. */
class LockServiceTests {

	@Test
	fun lambdaRunsUnderTheLock() = Locked.run {
		// Kotlin has no checked exceptions, so it cannot infer the type of the exception.
		val key = locks.call<String, RuntimeException>("k") { LockHandle.current().key() }
		assertThat(key).isEqualTo("k")
		locks.run("k") { assertThat(isLocked("k")).isTrue() }
		assertThat(isLocked("k")).isFalse()
	}

	@Test
	fun lambdaIsSkippedIfTheLockIsBusy() = Locked.run {
		val elsewhere = holdElsewhere("k")
		assertThat(locks.tryRun("k") { error("It is not skipped") }).isFalse()
		elsewhere.release()
		assertThat(locks.tryRun("k") { assertThat(isLocked("k")).isTrue() }).isTrue()
	}

}

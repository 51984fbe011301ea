package io.lockstarter.kotlin

import io.lockstarter.LockLostException
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test

/** A function that returns a Deferred is called once, after the acquisition, and holds its lock until the value is there. */
class DeferredTests {

	@Test
	fun lockIsHeldUntilTheValueIsThere() = Locked.run {
		val paid = orders.payLater(42)
		work.started.await()
		assertThat(isLocked("order:42")).isTrue()
		work.end.complete("done")
		assertThat(paid.await()).isEqualTo("done")
		assertThat(paid.await()).isEqualTo("done")
		assertThat(work.calls).hasValue(1)
		awaitUnlocked("order:42")
	}

	@Test
	fun callerDoesNotWait() = Locked.run {
		val elsewhere = holdElsewhere("order:42")
		val paid = orders.payLater(42)
		assertThat(work.calls).hasValue(0)
		elsewhere.release()
		work.started.await()
		work.end.complete("done")
		assertThat(paid.await()).isEqualTo("done")
	}

	@Test
	fun failureReleases() = Locked.run {
		val paid = orders.payLater(42)
		work.started.await()
		work.end.completeExceptionally(IllegalArgumentException("no order"))
		assertThat(runCatching { paid.await() }.exceptionOrNull()).isInstanceOf(IllegalArgumentException::class.java)
		awaitUnlocked("order:42")
	}

	@Test
	fun cancellationReleases() = Locked.run {
		val paid = orders.payLater(42)
		work.started.await()
		paid.cancel()
		awaitUnlocked("order:42")
	}

	@Test
	fun lossFailsTheCall() = Locked.run {
		val paid = orders.payLater(42)
		work.started.await()
		lose("order:42")
		work.end.complete("done")
		assertThat(runCatching { paid.await() }.exceptionOrNull()).isInstanceOf(LockLostException::class.java)
	}

}

package io.lockstarter.kotlin

import io.lockstarter.LockLostException
import java.util.concurrent.Executors
import kotlinx.coroutines.asCoroutineDispatcher
import kotlinx.coroutines.async
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.flow.first
import kotlinx.coroutines.flow.toList
import kotlinx.coroutines.launch
import kotlinx.coroutines.withContext
import kotlinx.coroutines.withTimeoutOrNull
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test

/** A suspend function holds its lock until it returns. */
class SuspendFunctionTests {

	@Test
	fun lockIsHeldWhileTheFunctionIsSuspended() = Locked.run { scope ->
		val paid = scope.async { orders.pay(42) }
		work.started.await()
		assertThat(isLocked("order:42")).isTrue()
		work.end.complete("done")
		assertThat(paid.await()).isEqualTo("paid 42: done")
		assertThat(isLocked("order:42")).isFalse()
	}

	@Test
	fun callerWaitsWithoutAThread() = Locked.run { scope ->
		work.end.complete("done")
		val elsewhere = holdElsewhere("order:42")
		Executors.newSingleThreadExecutor().asCoroutineDispatcher().use { single ->
			val paid = scope.async(single) { orders.pay(42) }
			assertThat(withContext(single) { "free" }).isEqualTo("free")
			assertThat(paid.isCompleted).isFalse()
			elsewhere.release()
			assertThat(paid.await()).isEqualTo("paid 42: done")
		}
	}

	@Test
	fun functionRunsOnTheDispatcherOfItsCaller() = Locked.run {
		Executors.newSingleThreadExecutor { task -> Thread(task, "caller") }.asCoroutineDispatcher().use { single ->
			val thread = withContext(single) { orders.nested(1) { Thread.currentThread().name } }
			assertThat(thread).startsWith("outer caller")
		}
	}

	@Test
	fun failureReleases() = Locked.run {
		val failure = runCatching { orders.failing(42) }.exceptionOrNull()
		assertThat(failure).isInstanceOf(IllegalArgumentException::class.java).hasMessage("no order 42")
		assertThat(isLocked("order:42")).isFalse()
	}

	@Test
	fun cancellationReleases() = Locked.run { scope ->
		val job = scope.launch { orders.pay(42) }
		work.started.await()
		job.cancelAndJoin()
		work.canceled.await()
		awaitUnlocked("order:42")
	}

	@Test
	fun cancellationWhileWaitingEndsTheAttempt() = Locked.run {
		val elsewhere = holdElsewhere("order:42")
		assertThat(withTimeoutOrNull(100) { orders.pay(42) }).isNull()
		elsewhere.release()
		holdElsewhere("order:42").release()
		assertThat(work.calls).hasValue(0)
		assertThat(isLocked("order:42")).isFalse()
	}

	@Test
	fun lossFailsTheCall() = Locked.run { scope ->
		val paid = scope.async { runCatching { orders.pay(42) } }
		work.started.await()
		lose("order:42")
		work.end.complete("done")
		assertThat(paid.await().exceptionOrNull()).isInstanceOf(LockLostException::class.java)
	}

	@Test
	fun lossWithInterruptCancelsTheFunction() = Locked.run { scope ->
		val paid = scope.async { runCatching { orders.payWhileHeld(42) } }
		work.started.await()
		lose("order:42")
		assertThat(paid.await().exceptionOrNull()).isInstanceOf(LockLostException::class.java)
		work.canceled.await()
	}

	@Test
	fun nestedCallIsReentrant() = Locked.run {
		work.end.complete("done")
		assertThat(orders.nested(42) { orders.tryToPay(42) }).isEqualTo("outer paid 42: done")
		assertThat(isLocked("order:42")).isFalse()
	}

	@Test
	fun functionReceivesItsHandleUnlessTheConditionExcludesTheCall() = Locked.run {
		assertThat(orders.conditional(42, null)).isEqualTo("order:42")
		assertThat(orders.conditional(-1, null)).isNull()
	}

	@Test
	fun flowHoldsTheLockWhileItIsCollected() = Locked.run { scope ->
		val report = orders.report(42)
		assertThat(isLocked("order:42")).isFalse()
		val lines = scope.async { report.toList() }
		work.started.await()
		assertThat(isLocked("order:42")).isTrue()
		work.end.complete("last")
		assertThat(lines.await()).containsExactly("first of 42", "last")
		assertThat(isLocked("order:42")).isFalse()
	}

	@Test
	fun collectorThatStopsReleases() = Locked.run {
		assertThat(orders.report(42).first()).isEqualTo("first of 42")
		awaitUnlocked("order:42")
	}

}

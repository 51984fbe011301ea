package io.lockstarter.kotlin

import io.lockstarter.LockNotAcquiredException
import kotlinx.coroutines.flow.toList
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test

/** Checks what the caller of a suspend function receives when the lock is busy. */
class SuspendBusyTests {

	@Test
	fun busyLockFailsTheCallAndTheNextCallSucceeds() = Locked.run {
		work.end.complete("done")
		val elsewhere = holdElsewhere("order:42")
		assertThat(runCatching { orders.tryToPay(42) }.exceptionOrNull())
			.isInstanceOf(LockNotAcquiredException::class.java)
		elsewhere.release()
		assertThat(orders.tryToPay(42)).isEqualTo("paid 42: done")
	}

	@Test
	fun skippedCallReturnsNothing() = Locked.run {
		holdElsewhere("order:42")
		assertThat(orders.payOrSkip(42)).isNull()
		assertThat(orders.linesOrSkip(42)).isEmpty()
		orders.shipOrSkip(42)
		assertThat(work.calls).hasValue(0)
		orders.shipOrSkip(1)
		assertThat(work.calls).hasValue(1)
		assertThat(orders.linesOrSkip(1)).containsExactly("line of 1")
	}

	@Test
	fun fallbackMayBeASuspendFunction() = Locked.run {
		holdElsewhere("order:42")
		work.end.complete("later")
		assertThat(orders.payOrSuspend(42)).isEqualTo("42 BUSY later")
	}

	@Test
	fun fallbackMayBeAnOrdinaryFunction() = Locked.run {
		holdElsewhere("order:42")
		assertThat(orders.payOrReturn(42)).isEqualTo("42 is busy")
		assertThat(orders.report(42).toList()).containsExactly("no report of 42")
	}

}

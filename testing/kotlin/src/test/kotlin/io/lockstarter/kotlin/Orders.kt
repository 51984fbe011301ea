package io.lockstarter.kotlin

import io.lockstarter.DistributedLock
import io.lockstarter.OnBusy
import io.lockstarter.LockHandle
import io.lockstarter.LockNotAcquiredException
import io.lockstarter.OnLost
import java.util.concurrent.atomic.AtomicInteger
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.Deferred
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.flow.flowOf

/** Is the work of the functions. A test decides when it ends. */
class Work {

	val calls = AtomicInteger()

	val started = CompletableDeferred<Unit>()

	val canceled = CompletableDeferred<Unit>()

	val end = CompletableDeferred<String>()

	suspend fun run(): String {
		calls.incrementAndGet()
		started.complete(Unit)
		try {
			return end.await()
		} finally {
			if (!end.isCompleted) {
				canceled.complete(Unit)
			}
		}
	}

}

open class Orders(private val work: Work) {

	@DistributedLock(key = ["order:#<id>"], waitTime = "20s")
	open suspend fun pay(id: Long): String = "paid $id: ${work.run()}"

	@DistributedLock(key = ["order:#p0"], waitTime = "0")
	open suspend fun tryToPay(id: Long): String = "paid $id: ${work.run()}"

	@DistributedLock(key = ["order:#<id>"], onLost = OnLost.INTERRUPT)
	open suspend fun payWhileHeld(id: Long): String = work.run()

	@DistributedLock(key = ["order:#<id>"], waitTime = "0", onBusy = OnBusy.SKIP)
	open suspend fun payOrSkip(id: Long): String? = "paid $id"

	@DistributedLock(key = ["order:#<id>"], waitTime = "0", onBusy = OnBusy.SKIP)
	open suspend fun shipOrSkip(id: Long) {
		work.calls.addAndGet(id.toInt())
	}

	@DistributedLock(key = ["order:#<id>"], waitTime = "0", onBusy = OnBusy.SKIP)
	open suspend fun linesOrSkip(id: Long): List<String> = listOf("line of $id")

	@DistributedLock(key = ["order:#<id>"], waitTime = "0", fallbackMethod = "later")
	open suspend fun payOrSuspend(id: Long): String = "paid $id"

	private suspend fun later(id: Long, refusal: LockNotAcquiredException): String = "$id ${refusal.reason()} ${work.run()}"

	@DistributedLock(key = ["order:#<id>"], waitTime = "0", fallbackMethod = "atOnce")
	open suspend fun payOrReturn(id: Long): String = "paid $id"

	private fun atOnce(id: Long): String = "$id is busy"

	@DistributedLock(key = ["order:#<id>"], waitTime = "0", fallbackMethod = "noReport")
	open suspend fun report(id: Long): Flow<String> = flow {
		emit("first of $id")
		emit(work.run())
	}

	private fun noReport(id: Long): Flow<String> = flowOf("no report of $id")

	@DistributedLock(key = ["order:#<id>"], condition = "#id > 0")
	open suspend fun conditional(id: Long, handle: LockHandle?): String? = handle?.key()

	@DistributedLock(key = ["order:#<id>"], waitTime = "0")
	open suspend fun nested(id: Long, inner: suspend () -> String): String = "outer ${inner()}"

	@DistributedLock(key = ["order:#<id>"], waitTime = "20s")
	open fun payLater(id: Long): Deferred<String> {
		work.calls.incrementAndGet()
		work.started.complete(Unit)
		return work.end
	}

	@DistributedLock(key = ["order:#<id>"])
	open suspend fun failing(id: Long): String = throw IllegalArgumentException("no order $id")

}

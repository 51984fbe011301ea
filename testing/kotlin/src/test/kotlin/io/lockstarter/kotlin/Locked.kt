package io.lockstarter.kotlin

import io.lockstarter.LockHandle
import io.lockstarter.LockRequest
import io.lockstarter.LockService
import io.lockstarter.autoconfigure.DistributedLockAnnotationAutoConfiguration
import io.lockstarter.autoconfigure.LockAutoConfiguration
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.delay
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withTimeout
import org.springframework.boot.autoconfigure.AutoConfigurations
import org.springframework.boot.test.context.runner.ApplicationContextRunner

/** Is an application with locks in memory. */
class Locked(val orders: Orders, val work: Work, val locks: LockService) {

	fun holdElsewhere(key: String): LockHandle = locks.acquireAsync(LockRequest.of(key)).join()

	fun isLocked(key: String): Boolean = locks.inspect(key).isPresent

	fun lose(key: String) = check(locks.release(key, locks.inspect(key).orElseThrow().holder().token()))

	suspend fun awaitUnlocked(key: String) {
		while (isLocked(key)) {
			delay(10)
		}
	}

	companion object {

		fun run(test: suspend Locked.(CoroutineScope) -> Unit) {
			ApplicationContextRunner()
				.withConfiguration(
					AutoConfigurations.of(LockAutoConfiguration::class.java, DistributedLockAnnotationAutoConfiguration::class.java))
				.withPropertyValues("distributed-lock.store=memory", "distributed-lock.shutdown-timeout=0")
				.withBean(Work::class.java)
				.withBean(Orders::class.java)
				.run { context ->
					val locked = Locked(context.getBean(Orders::class.java), context.getBean(Work::class.java),
						context.getBean(LockService::class.java))
					runBlocking(Dispatchers.Default) {
						withTimeout(60_000) { locked.test(this) }
					}
				}
		}

	}

}

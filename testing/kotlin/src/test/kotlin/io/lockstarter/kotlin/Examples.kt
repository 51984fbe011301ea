package io.lockstarter.kotlin

import io.lockstarter.DistributedLock
import io.lockstarter.LockNotAcquiredException

/** Contains the examples of `docs/reactive.md`. */
open class Examples(private val payments: Payments) {

	@DistributedLock(key = ["order:#<id>"], fallbackMethod = "payLater")
	open suspend fun pay(id: Long): String = payments.charge(id)

	private suspend fun payLater(id: Long, refusal: LockNotAcquiredException): String = "${refusal.key()} is busy"

}

interface Payments {

	suspend fun charge(id: Long): String

}

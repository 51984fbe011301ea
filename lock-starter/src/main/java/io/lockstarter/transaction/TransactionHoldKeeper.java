package io.lockstarter.transaction;

import io.lockstarter.aop.HoldKeeper;

import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Keeps a hold until the surrounding transaction has completed. If the hold ended with
 * the call, the next holder would not see the changes of this one, since they are not
 * committed yet.
 */
public final class TransactionHoldKeeper implements HoldKeeper {

	@Override
	public boolean keep(Kept hold) {
		// SUPPORTS may leave a synchronization without an actual transaction.
		if (!TransactionSynchronizationManager.isActualTransactionActive()
				|| !TransactionSynchronizationManager.isSynchronizationActive()) {
			return false;
		}
		TransactionHolds.add(hold);
		return true;
	}

}

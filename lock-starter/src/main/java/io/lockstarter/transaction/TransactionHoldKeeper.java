package io.lockstarter.transaction;

import io.lockstarter.annotation.HoldKeeper;

import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Keeps a hold until the transaction has completed that was active when the lock was
 * taken. Were it released with the call, the next holder would not see what this one
 * wrote, since that is not committed yet.
 */
public final class TransactionHoldKeeper implements HoldKeeper {

	@Override
	public boolean keep(Kept hold) {
		// Not in the scope of a transaction that is none, as SUPPORTS may leave behind.
		if (!TransactionSynchronizationManager.isActualTransactionActive()
				|| !TransactionSynchronizationManager.isSynchronizationActive()) {
			return false;
		}
		TransactionSynchronizationManager.registerSynchronization(new HoldSynchronization(hold));
		return true;
	}

}

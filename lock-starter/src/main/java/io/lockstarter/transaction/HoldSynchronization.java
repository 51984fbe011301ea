package io.lockstarter.transaction;

import io.lockstarter.LockLostException;
import io.lockstarter.aop.HoldKeeper.Kept;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.transaction.support.TransactionSynchronization;

/**
 * Ties a hold to a transaction. A lost hold prevents the commit, and the hold is released
 * when the transaction has completed in any way. The synchronization has the lowest
 * precedence, so all synchronizations with an order run before it. Synchronizations
 * without an order that are registered later run after the check, and without the lock.
 */
final class HoldSynchronization implements TransactionSynchronization {

	private static final Logger logger = LoggerFactory.getLogger(HoldSynchronization.class);

	private final Kept hold;

	HoldSynchronization(Kept hold) {
		this.hold = hold;
	}

	@Override
	public void beforeCommit(boolean readOnly) {
		this.hold.ensureHeld();
	}

	@Override
	public void afterCompletion(int status) {
		try {
			this.hold.end();
		}
		catch (LockLostException ex) {
			// The transaction is over, so no caller is left that could handle the loss.
			if (status != STATUS_ROLLED_BACK) {
				logger.warn("The lock was lost before its transaction was committed, or the result is unknown: {}",
						ex.getMessage());
			}
		}
		catch (RuntimeException ex) {
			logger.warn("The lock could not be released after its transaction; it expires after its ttl", ex);
		}
	}

}

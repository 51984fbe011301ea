package io.lockstarter.transaction;

import io.lockstarter.LockLostException;
import io.lockstarter.annotation.HoldKeeper.Kept;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.transaction.support.TransactionSynchronization;

/**
 * Ties a hold to a transaction: no commit once it is lost, and released when the
 * transaction has completed, however it did. It has the lowest precedence, so all
 * synchronizations with an order come before it. Those without one that are registered
 * later come after it: they run after the check, and without the lock.
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
			// There is no caller left to tell: the transaction is over.
			if (status != STATUS_ROLLED_BACK) {
				logger.warn("A transaction was committed, or its end is unknown, but its lock was lost before that: {}",
						ex.getMessage());
			}
		}
		catch (RuntimeException ex) {
			logger.warn("A lock could not be released after its transaction; it ends with its ttl", ex);
		}
	}

}

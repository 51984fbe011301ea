package io.lockstarter.transaction;

import io.lockstarter.LockScope;

import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;

/**
 * Prevents the commit of a transaction under a lost lock. The lock is one of a
 * {@link LockScope}, or the transaction keeps it. The transaction is rolled back, and the
 * committing caller receives the {@code LockLostException}. The guard runs after all
 * callbacks of the transaction, since they may acquire and lose locks, too. It cannot
 * detect a loss that happens while the database commits.
 */
final class CommitGuard implements TransactionExecutionListener {

	@Override
	public void beforeCommit(TransactionExecution transaction) {
		LockScope.ensureHeld();
		TransactionHolds.ensureHeld();
	}

}

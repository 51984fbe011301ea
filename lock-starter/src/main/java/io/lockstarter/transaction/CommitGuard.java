package io.lockstarter.transaction;

import io.lockstarter.LockScope;

import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;

/**
 * Prevents the commit of a transaction inside a {@link LockScope} whose lock was lost.
 * The transaction is rolled back, and the committing caller receives the
 * {@code LockLostException}. The guard cannot detect a loss that happens while the
 * database commits.
 */
final class CommitGuard implements TransactionExecutionListener {

	@Override
	public void beforeCommit(TransactionExecution transaction) {
		LockScope.ensureHeld();
	}

}

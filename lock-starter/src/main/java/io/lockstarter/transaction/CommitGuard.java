package io.lockstarter.transaction;

import io.lockstarter.LockScope;

import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;

/**
 * Lets no transaction commit inside a {@link LockScope} whose lock was lost: it is rolled
 * back, and whoever commits gets the {@code LockLostException}. What is lost while the
 * database commits is lost too late.
 */
final class CommitGuard implements TransactionExecutionListener {

	@Override
	public void beforeCommit(TransactionExecution transaction) {
		LockScope.ensureHeld();
	}

}

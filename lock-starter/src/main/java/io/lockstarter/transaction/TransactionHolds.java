package io.lockstarter.transaction;

import java.util.ArrayList;
import java.util.List;

import io.lockstarter.LockLostException;
import io.lockstarter.aop.HoldKeeper.Kept;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Lists the holds that a transaction keeps. A lost hold prevents the commit, and the
 * holds are released when the transaction has completed in any way. The synchronization
 * has the lowest precedence, so all synchronizations with an order run before it.
 */
final class TransactionHolds implements TransactionSynchronization {

	private static final Logger logger = LoggerFactory.getLogger(TransactionHolds.class);

	private final List<Kept> holds = new ArrayList<>();

	/** Adds a hold to the current transaction, whose synchronization must be active. */
	static void add(Kept hold) {
		TransactionHolds current = current();
		if (current == null) {
			current = new TransactionHolds();
			TransactionSynchronizationManager.registerSynchronization(current);
		}
		current.holds.add(hold);
	}

	/**
	 * Checks the holds of the current transaction, if it has any.
	 * @throws LockLostException if one of them was lost
	 */
	static void ensureHeld() {
		TransactionHolds current = TransactionSynchronizationManager.isSynchronizationActive() ? current() : null;
		if (current != null) {
			current.holds.forEach(Kept::ensureHeld);
		}
	}

	private static @Nullable TransactionHolds current() {
		for (TransactionSynchronization each : TransactionSynchronizationManager.getSynchronizations()) {
			if (each instanceof TransactionHolds current) {
				return current;
			}
		}
		return null;
	}

	/**
	 * Checks the holds for a manager that does not call the {@link CommitGuard}, such as
	 * one that takes part in a transaction of JTA.
	 */
	@Override
	public void beforeCommit(boolean readOnly) {
		this.holds.forEach(Kept::ensureHeld);
	}

	@Override
	public void afterCompletion(int status) {
		this.holds.forEach((hold) -> end(hold, status));
	}

	private static void end(Kept hold, int status) {
		try {
			hold.end();
		}
		catch (LockLostException ex) {
			// The transaction is over, so no caller is left that could handle the loss.
			if (status != STATUS_ROLLED_BACK) {
				logger.warn("The lock was lost before its transaction was committed, or the result is unknown: {}",
						ex.getMessage());
			}
		}
		catch (RuntimeException | Error ex) {
			// Also an error, since the other holds must end.
			logger.warn("The lock could not be released after its transaction; it expires after its ttl", ex);
		}
	}

}

package io.lockstarter.transaction;

import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;

import io.lockstarter.internal.ThreadScope;
import org.jspecify.annotations.Nullable;

import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;

/**
 * Prevents the commit of a reactive transaction inside a lock that was lost, as
 * {@link CommitGuard} does for threads. The commit may run on any thread, so the guard
 * remembers the locks of the thread that begins the transaction.
 */
final class ReactiveCommitGuard implements TransactionExecutionListener {

	/** Weak, since a transaction that was never ended has no last event. */
	private final Map<TransactionExecution, ThreadScope> scopes = Collections.synchronizedMap(new WeakHashMap<>());

	@Override
	public void beforeBegin(TransactionExecution transaction) {
		ThreadScope scope = ThreadScope.current();
		if (scope != null) {
			this.scopes.put(transaction, scope);
		}
	}

	@Override
	public void afterBegin(TransactionExecution transaction, @Nullable Throwable beginFailure) {
		if (beginFailure != null) {
			this.scopes.remove(transaction);
		}
	}

	@Override
	public void beforeCommit(TransactionExecution transaction) {
		ThreadScope.ensureHeld(this.scopes.remove(transaction));
	}

	@Override
	public void afterRollback(TransactionExecution transaction, @Nullable Throwable rollbackFailure) {
		this.scopes.remove(transaction);
	}

}

package io.lockstarter.transaction;

import java.util.function.Function;
import java.util.function.UnaryOperator;

import io.lockstarter.reactive.SubscriptionKeeper;
import org.jspecify.annotations.Nullable;

import org.springframework.transaction.reactive.TransactionContext;
import org.springframework.transaction.reactive.TransactionSynchronizationManager;

/**
 * Keeps the locks of a subscription until its reactive transaction has completed, as
 * {@link TransactionHoldKeeper} does for threads.
 */
public final class TransactionSubscriptionKeeper implements SubscriptionKeeper {

	@Override
	public @Nullable Transaction transaction(Function<Object, @Nullable Object> context) {
		if (!(context.apply(TransactionContext.class) instanceof TransactionContext found)) {
			return null;
		}
		ContextTransaction transaction = new ContextTransaction(found);
		return (transaction.isActive() || transaction.hasOwner()) ? transaction : null;
	}

	/**
	 * The transaction of a context. A transaction that is suspended has the same context,
	 * and so the same owner, but other synchronizations.
	 */
	private record ContextTransaction(TransactionContext context) implements Transaction {

		private TransactionSynchronizationManager manager() {
			return new TransactionSynchronizationManager(this.context);
		}

		// SUPPORTS may leave a synchronization without an actual transaction.
		boolean isActive() {
			return manager().isActualTransactionActive() && manager().isSynchronizationActive();
		}

		// A transaction that is suspended or completing may still keep locks. Their owner
		// must not wait for itself.
		boolean hasOwner() {
			return manager().hasResource(TransactionSubscriptionKeeper.class);
		}

		// Spring does not protect its context from branches that run in parallel. Locks
		// at least do not disturb each other.
		@Override
		public @Nullable Object owner(UnaryOperator<@Nullable Object> next) {
			synchronized (this.context) {
				Object current = manager().getResource(TransactionSubscriptionKeeper.class);
				Object chosen = next.apply(current);
				// After the end of the transaction, no new owner may be shared.
				if (chosen != null && chosen != current && isActive()) {
					manager().unbindResourceIfPossible(TransactionSubscriptionKeeper.class);
					manager().bindResource(TransactionSubscriptionKeeper.class, chosen);
				}
				return chosen;
			}
		}

		@Override
		public boolean keep(Kept hold) {
			synchronized (this.context) {
				return isActive() && ReactiveTransactionHolds.add(hold, this.context);
			}
		}

	}

}

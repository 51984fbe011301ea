package io.lockstarter.transaction;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import io.lockstarter.LockLostException;
import io.lockstarter.reactive.SubscriptionKeeper.Kept;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.transaction.reactive.TransactionContext;
import org.springframework.transaction.reactive.TransactionSynchronization;

/**
 * Lists the holds that a reactive transaction keeps, as {@link TransactionHolds} does for
 * threads. The {@link ReactiveCommitGuard} does not see the transaction's context, so
 * this is the last of its synchronizations. Nothing here blocks.
 */
final class ReactiveTransactionHolds implements TransactionSynchronization {

	private static final Logger logger = LoggerFactory.getLogger(ReactiveTransactionHolds.class);

	private final TransactionContext context;

	/** Guarded by the context, since branches of a transaction may run in parallel. */
	private final List<Kept> holds = new ArrayList<>();

	private ReactiveTransactionHolds(TransactionContext context) {
		this.context = context;
	}

	/**
	 * Adds a hold to a transaction.
	 * @param hold the hold
	 * @param context the context of the transaction
	 * @return {@code false} if its synchronization is not active
	 */
	static boolean add(Kept hold, TransactionContext context) {
		synchronized (context) {
			Set<TransactionSynchronization> known = context.getSynchronizations();
			if (known == null) {
				return false;
			}
			ReactiveTransactionHolds current = (known instanceof WithHoldsLast other) ? other.last
					: new ReactiveTransactionHolds(context).register(known);
			current.holds.add(hold);
			return true;
		}
	}

	private ReactiveTransactionHolds register(Collection<TransactionSynchronization> others) {
		this.context.setSynchronizations(new WithHoldsLast(this, others));
		return this;
	}

	/**
	 * Takes the last place again. Spring has replaced the set of the suspended
	 * transaction, and has registered all others.
	 */
	@Override
	public Mono<Void> resume() {
		return Mono.fromRunnable(() -> {
			Set<TransactionSynchronization> others = this.context.getSynchronizations();
			if (others != null) {
				register(others);
			}
		});
	}

	@Override
	public Mono<Void> beforeCommit(boolean readOnly) {
		return Mono.fromRunnable(() -> current().forEach(Kept::ensureHeld));
	}

	@Override
	public Mono<Void> afterCompletion(int status) {
		return Flux.defer(() -> Flux.fromIterable(current())).concatMap((hold) -> end(hold, status)).then();
	}

	private List<Kept> current() {
		synchronized (this.context) {
			return List.copyOf(this.holds);
		}
	}

	private static Mono<Void> end(Kept hold, int status) {
		return Mono.fromCompletionStage(hold::end).onErrorResume((failure) -> {
			// The transaction is over, so no caller is left that could handle it.
			report(hold, failure, status);
			return Mono.empty();
		});
	}

	private static void report(Kept hold, Throwable failure, int status) {
		if (!(failure instanceof LockLostException)) {
			logger.warn("Lock '{}' could not be released after its transaction; it expires after its ttl", hold.key(),
					failure);
		}
		else if (status != STATUS_ROLLED_BACK) {
			logger.warn("Lock '{}' was lost before it was released. Its transaction was committed, or its result is "
					+ "unknown: {}", hold.key(), failure.getMessage());
		}
	}

	/**
	 * Contains the synchronizations of a transaction in the order of their registration,
	 * but the holds after all others. Spring runs synchronizations without an order in
	 * the order of this set.
	 */
	private static final class WithHoldsLast extends LinkedHashSet<TransactionSynchronization> {

		private final ReactiveTransactionHolds last;

		WithHoldsLast(ReactiveTransactionHolds last, Collection<TransactionSynchronization> others) {
			this.last = last;
			addAll(others);
			super.add(last);
		}

		@Override
		public boolean add(TransactionSynchronization other) {
			super.remove(this.last);
			boolean added = super.add(other);
			super.add(this.last);
			return added;
		}

	}

}

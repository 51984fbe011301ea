package io.lockstarter.transaction;

import io.lockstarter.LockLostException;
import io.lockstarter.reactive.SubscriptionKeeper.Kept;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

import org.springframework.transaction.reactive.TransactionSynchronization;

/**
 * Ties a hold to a reactive transaction, as {@link HoldSynchronization} does for threads.
 * Nothing here blocks.
 */
final class SubscriptionHoldSynchronization implements TransactionSynchronization {

	private static final Logger logger = LoggerFactory.getLogger(SubscriptionHoldSynchronization.class);

	private final Kept hold;

	SubscriptionHoldSynchronization(Kept hold) {
		this.hold = hold;
	}

	@Override
	public Mono<Void> beforeCommit(boolean readOnly) {
		return Mono.fromRunnable(this.hold::ensureHeld);
	}

	@Override
	public Mono<Void> afterCompletion(int status) {
		return Mono.fromCompletionStage(this.hold::end).onErrorResume((failure) -> {
			// The transaction is over, so no caller is left that could handle it.
			report(failure, status);
			return Mono.empty();
		});
	}

	private void report(Throwable failure, int status) {
		if (!(failure instanceof LockLostException)) {
			logger.warn("Lock '{}' could not be released after its transaction; it expires after its ttl",
					this.hold.key(), failure);
		}
		else if (status != STATUS_ROLLED_BACK) {
			logger.warn("Lock '{}' was lost before it was released. Its transaction was committed, or its result is "
					+ "unknown: {}", this.hold.key(), failure.getMessage());
		}
	}

}

package io.lockstarter.reactive;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import io.lockstarter.LockHandle;
import io.lockstarter.LockLostException;
import io.lockstarter.reactive.SubscriptionKeeper.Transaction;
import org.jspecify.annotations.Nullable;

/**
 * Shares a hold between a subscription and its transaction. The last of them releases it.
 */
final class KeptHold implements SubscriptionHold, SubscriptionKeeper.Kept {

	private final SubscriptionHold hold;

	private final SubscriptionOwner owner;

	private final Executor results;

	private final AtomicInteger users = new AtomicInteger(2);

	private KeptHold(SubscriptionHold hold, SubscriptionOwner owner, Executor results) {
		this.hold = hold;
		this.owner = owner;
		this.results = results;
	}

	/**
	 * Lets a transaction keep a hold.
	 * @param hold the hold
	 * @param transaction the transaction, if any
	 * @param owner the owner of the hold, which exists as long as the transaction then
	 * @param results runs the code that follows the release
	 * @return the hold for the subscription
	 */
	static SubscriptionHold in(@Nullable Transaction transaction, SubscriptionHold hold, SubscriptionOwner owner,
			Executor results) {
		if (transaction == null || !owner.join()) {
			return hold;
		}
		boolean keeps = false;
		try {
			KeptHold kept = new KeptHold(hold, owner, results);
			keeps = transaction.keep(kept);
			return keeps ? kept : hold;
		}
		finally {
			if (!keeps) {
				owner.leave();
			}
		}
	}

	@Override
	public LockHandle handle() {
		return this.hold.handle();
	}

	@Override
	public String key() {
		return handle().key();
	}

	@Override
	public void ensureHeld() {
		this.hold.ensureHeld();
	}

	@Override
	public void onInterruptingLoss(Runnable action) {
		this.hold.onInterruptingLoss(action);
	}

	/**
	 * Ends the part of the subscription. If the transaction goes on, this only checks.
	 */
	@Override
	public void releaseAsync(@Nullable Throwable failure, Consumer<@Nullable Throwable> then) {
		if (this.users.decrementAndGet() == 0) {
			this.hold.releaseAsync(failure, then);
		}
		else {
			then.accept(checked(failure));
		}
	}

	private @Nullable Throwable checked(@Nullable Throwable failure) {
		try {
			this.hold.ensureHeld();
			return failure;
		}
		catch (LockLostException ex) {
			if (failure == null) {
				return ex;
			}
			failure.addSuppressed(ex);
			return failure;
		}
	}

	@Override
	public CompletionStage<Void> end() {
		this.owner.leave();
		CompletableFuture<Void> ended = new CompletableFuture<>();
		if (this.users.decrementAndGet() > 0) {
			ended.complete(null);
			return ended;
		}
		// The reply comes on a thread of the lock server's client.
		this.hold.releaseAsync(null, (loss) -> this.results.execute(() -> {
			if (loss != null) {
				ended.completeExceptionally(loss);
			}
			else {
				ended.complete(null);
			}
		}));
		return ended;
	}

}

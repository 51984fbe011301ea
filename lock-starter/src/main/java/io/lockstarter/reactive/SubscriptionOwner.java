package io.lockstarter.reactive;

import java.util.concurrent.atomic.AtomicInteger;

import io.lockstarter.reactive.SubscriptionKeeper.Transaction;
import org.jspecify.annotations.Nullable;
import reactor.util.context.ContextView;

/**
 * Owns the locks of a subscription and of all subscriptions inside it. It exists as long
 * as the outermost of them, and as long as a transaction keeps one of its locks. All
 * subscriptions in a transaction have one owner. Work that outlives the owner receives
 * another one, so that it cannot be nested in locks of others that did the same.
 */
final class SubscriptionOwner {

	static final String KEY = "io.lockstarter.owner";

	/** The outermost subscriptions, and the holds that transactions keep. */
	private final AtomicInteger users = new AtomicInteger(1);

	/** Returns the owner in a context, if it still exists. */
	static @Nullable SubscriptionOwner in(ContextView context) {
		SubscriptionOwner outer = context.hasKey(KEY) ? context.get(KEY) : null;
		return (outer != null && outer.exists()) ? outer : null;
	}

	/**
	 * Returns the owner for an outermost subscription, which must leave it.
	 * @param transaction the transaction of the subscription, if any
	 * @return the owner of the transaction, or a new one
	 */
	static SubscriptionOwner join(@Nullable Transaction transaction) {
		Object owner = (transaction != null) ? transaction.owner(SubscriptionOwner::joined) : null;
		return (owner instanceof SubscriptionOwner joined) ? joined : new SubscriptionOwner();
	}

	private static Object joined(@Nullable Object current) {
		return (current instanceof SubscriptionOwner owner && owner.join()) ? owner : new SubscriptionOwner();
	}

	/** Returns the owner of the locks that a transaction keeps, if there are any. */
	static @Nullable SubscriptionOwner of(@Nullable Transaction transaction) {
		Object owner = (transaction != null) ? transaction.owner((current) -> current) : null;
		return (owner instanceof SubscriptionOwner known && known.exists()) ? known : null;
	}

	private boolean exists() {
		return this.users.get() > 0;
	}

	/** Adds a user, unless the owner has ended. */
	boolean join() {
		return this.users.getAndUpdate((count) -> (count > 0) ? count + 1 : 0) > 0;
	}

	void leave() {
		this.users.decrementAndGet();
	}

}

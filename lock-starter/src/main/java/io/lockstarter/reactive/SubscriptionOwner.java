package io.lockstarter.reactive;

import reactor.util.context.ContextView;

/**
 * Owns the locks of a subscription and of all subscriptions inside it. It exists as long
 * as the outermost of them. Work that outlives the outermost subscription receives
 * another owner, so that it cannot be nested in locks of others that did the same.
 */
final class SubscriptionOwner {

	static final String KEY = "io.lockstarter.owner";

	private volatile boolean ended;

	/**
	 * Returns the owner of the subscription that a context belongs to.
	 * @param context the context of a subscriber
	 * @return the owner of the outermost locked subscription, or a new one
	 */
	static SubscriptionOwner of(ContextView context) {
		SubscriptionOwner outer = context.hasKey(KEY) ? context.get(KEY) : null;
		return (outer != null && !outer.ended) ? outer : new SubscriptionOwner();
	}

	/** Returns whether a context belongs to a subscription of this owner. */
	boolean isIn(ContextView context) {
		return context.hasKey(KEY) && context.get(KEY) == this;
	}

	void end() {
		this.ended = true;
	}

}

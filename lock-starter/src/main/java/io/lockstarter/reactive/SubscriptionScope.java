package io.lockstarter.reactive;

import io.lockstarter.LockHandle;
import io.lockstarter.internal.ThreadScope;
import org.jspecify.annotations.Nullable;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

/** Keeps the scope of a subscription's locks in its context. */
final class SubscriptionScope {

	static final String KEY = "io.lockstarter.scope";

	private SubscriptionScope() {
	}

	/** Adds a scope for a hold to a context. */
	static Context open(Context context, SubscriptionHold hold) {
		return context.put(KEY, ThreadScope.of(hold.handle(), hold::ensureHeld, innermost(context)));
	}

	/** Returns the handle of the innermost scope. */
	static @Nullable LockHandle currentHandle(ContextView context) {
		ThreadScope scope = innermost(context);
		return (scope != null) ? (LockHandle) scope.handle() : null;
	}

	/** Returns the innermost scope of a subscription. */
	static @Nullable ThreadScope innermost(ContextView context) {
		return context.hasKey(KEY) ? context.get(KEY) : null;
	}

}

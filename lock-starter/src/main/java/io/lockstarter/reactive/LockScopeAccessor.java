package io.lockstarter.reactive;

import io.lockstarter.internal.ThreadScope;
import io.micrometer.context.ThreadLocalAccessor;
import org.jspecify.annotations.Nullable;

/**
 * Makes {@code LockHandle.current()} work in operators, where automatic context
 * propagation is enabled. The context-propagation library finds this class as a service.
 */
public final class LockScopeAccessor implements ThreadLocalAccessor<ThreadScope> {

	@Override
	public Object key() {
		return SubscriptionScope.KEY;
	}

	@Override
	public @Nullable ThreadScope getValue() {
		return ThreadScope.current();
	}

	@Override
	public void setValue(ThreadScope scope) {
		ThreadScope.use(scope);
	}

	@Override
	public void setValue() {
		ThreadScope.use(null);
	}

}

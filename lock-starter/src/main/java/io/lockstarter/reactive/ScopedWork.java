package io.lockstarter.reactive;

import io.lockstarter.internal.ThreadScope;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxOperator;
import reactor.util.context.Context;

/**
 * Subscribes to work on a thread that is in the scope of the work's locks. Most reactive
 * transactions begin during the subscription. The guard of their commits finds the locks
 * there, since Spring does not show it the context of a subscription.
 */
final class ScopedWork<T> extends FluxOperator<T, T> {

	ScopedWork(Publisher<T> work) {
		super(Flux.from(work));
	}

	@Override
	public void subscribe(CoreSubscriber<? super T> actual) {
		ThreadScope scope = SubscriptionScope.innermost(actual.currentContext());
		ThreadScope before = ThreadScope.current();
		Scoped<T> scoped = new Scoped<>(actual, before);
		ThreadScope.use(scope);
		try {
			this.source.subscribe(scoped);
		}
		finally {
			scoped.subscribing = null;
			ThreadScope.use(before);
		}
	}

	/** Passes signals on. Code after the work is not in the scope of its locks. */
	private static final class Scoped<T> implements CoreSubscriber<T> {

		private final CoreSubscriber<? super T> actual;

		private final @Nullable ThreadScope before;

		private volatile @Nullable Thread subscribing = Thread.currentThread();

		Scoped(CoreSubscriber<? super T> actual, @Nullable ThreadScope before) {
			this.actual = actual;
			this.before = before;
		}

		private void leaveScope(Runnable signal) {
			if (this.subscribing != Thread.currentThread()) {
				signal.run();
				return;
			}
			ThreadScope scope = ThreadScope.current();
			ThreadScope.use(this.before);
			try {
				signal.run();
			}
			finally {
				ThreadScope.use(scope);
			}
		}

		@Override
		public Context currentContext() {
			return this.actual.currentContext();
		}

		// Its requests go back to the work, so this stays in the scope.
		@Override
		public void onSubscribe(Subscription subscription) {
			this.actual.onSubscribe(subscription);
		}

		@Override
		public void onNext(T value) {
			leaveScope(() -> this.actual.onNext(value));
		}

		@Override
		public void onError(Throwable failure) {
			leaveScope(() -> this.actual.onError(failure));
		}

		@Override
		public void onComplete() {
			leaveScope(this.actual::onComplete);
		}

	}

}

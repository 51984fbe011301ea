package io.lockstarter.reactive;

import java.util.concurrent.atomic.AtomicBoolean;

import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxOperator;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/**
 * Runs work whose errors may be thrown in place of a signal. Reactor throws errors of the
 * JVM, such as a class that is not found, and errors of cancel handlers. They would pass
 * by the operators that release the lock. The first becomes the failure of the work, and
 * the second is dropped, so that the cancellation continues.
 */
final class GuardedWork<T> extends FluxOperator<T, T> {

	GuardedWork(Publisher<T> work) {
		super(Flux.from(work));
	}

	@Override
	public void subscribe(CoreSubscriber<? super T> actual) {
		Guard<T> guard = new Guard<>(actual);
		try {
			this.source.subscribe(guard);
		}
		catch (Throwable ex) {
			guard.failed(ex);
		}
	}

	private static final class Guard<T> implements CoreSubscriber<T>, Subscription {

		private final CoreSubscriber<? super T> actual;

		private final AtomicBoolean done = new AtomicBoolean();

		private volatile @Nullable Subscription upstream;

		Guard(CoreSubscriber<? super T> actual) {
			this.actual = actual;
		}

		@Override
		public Context currentContext() {
			return this.actual.currentContext();
		}

		@Override
		public void onSubscribe(Subscription subscription) {
			if (Operators.validate(this.upstream, subscription)) {
				this.upstream = subscription;
				this.actual.onSubscribe(this);
			}
		}

		@Override
		public void onNext(T value) {
			if (this.done.get()) {
				Operators.onNextDropped(value, currentContext());
				return;
			}
			try {
				this.actual.onNext(value);
			}
			catch (Throwable ex) {
				failed(ex);
			}
		}

		@Override
		public void onError(Throwable failure) {
			if (!this.done.compareAndSet(false, true)) {
				Operators.onErrorDropped(failure, currentContext());
				return;
			}
			if (this.upstream == null) {
				this.actual.onSubscribe(Operators.emptySubscription());
			}
			this.actual.onError(failure);
		}

		@Override
		public void onComplete() {
			if (this.done.compareAndSet(false, true)) {
				this.actual.onComplete();
			}
		}

		@Override
		public void request(long count) {
			Subscription subscription = this.upstream;
			if (subscription == null) {
				return;
			}
			try {
				subscription.request(count);
			}
			catch (Throwable ex) {
				failed(ex);
			}
		}

		@Override
		public void cancel() {
			Subscription subscription = this.upstream;
			if (subscription == null) {
				return;
			}
			try {
				subscription.cancel();
			}
			catch (Throwable ex) {
				Operators.onErrorDropped(ex, currentContext());
			}
		}

		/** Ends the work after an error that was thrown in place of a signal. */
		void failed(Throwable ex) {
			if (!this.done.get()) {
				cancel();
			}
			onError(ex);
		}

	}

}

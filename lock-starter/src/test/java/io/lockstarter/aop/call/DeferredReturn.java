package io.lockstarter.aop.call;

import java.lang.reflect.Method;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;

import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.aop.definition.MethodProblems;
import org.jspecify.annotations.Nullable;

import org.springframework.core.ResolvableType;

/**
 * Shows that a new return type needs only one class. Its results start no work before a
 * subscription, as in reactive libraries. Each subscription acquires the locks without
 * blocking, calls the method, and releases the locks when the work is complete or
 * canceled.
 */
final class DeferredReturn implements ReturnStyle, ReturnStyle.Strategy {

	@Override
	public @Nullable ReturnStyle choose(ResolvableType returned, Method method, MethodProblems report) {
		return (returned.resolve() == Deferred.class) ? this : null;
	}

	@Override
	public Object run(LockedCall call, LockAcquirer locks) {
		Deferred<@Nullable Object> deferred = (observer) -> new Subscription(call, locks, observer)::cancel;
		return deferred;
	}

	/** Produces a value for each subscription. */
	@FunctionalInterface
	interface Deferred<T extends @Nullable Object> {

		/**
		 * Starts the work.
		 * @param observer receives the value or the failure, once
		 * @return an action that cancels the work
		 */
		Runnable subscribe(BiConsumer<@Nullable T, @Nullable Throwable> observer);

	}

	private static final class Subscription {

		private static final Runnable CANCELLED = new Runnable() {
			@Override
			public void run() {
				// There is nothing to cancel.
			}
		};

		private final LockedCall call;

		private final BiConsumer<@Nullable Object, @Nullable Throwable> observer;

		private final CompletableFuture<CallHolds> acquiring;

		/** Cancels the work of the method as soon as it has started. */
		private final AtomicReference<@Nullable Runnable> work = new AtomicReference<>();

		private final AtomicBoolean ended = new AtomicBoolean();

		Subscription(LockedCall call, LockAcquirer locks, BiConsumer<@Nullable Object, @Nullable Throwable> observer) {
			this.call = call;
			this.observer = observer;
			this.acquiring = locks.acquireAsync(call, this);
			var unused = this.acquiring.whenComplete((holding, failure) -> {
				if (holding != null) {
					proceed(holding);
				}
				else if (failure instanceof LockNotAcquiredException refusal) {
					answer(refusal);
				}
				else if (!this.acquiring.isCancelled()) {
					observer.accept(null, failure);
				}
			});
		}

		private void proceed(CallHolds holding) {
			Object result;
			try {
				result = holding.proceed();
			}
			catch (Throwable ex) {
				this.observer.accept(null, ex);
				return;
			}
			Runnable started = subscribe(result, (value, failure) -> end(holding, value, failure));
			if (!this.work.compareAndSet(null, started)) {
				started.run();
				end(holding);
			}
		}

		private void answer(LockNotAcquiredException refusal) {
			Object result;
			try {
				result = this.call.answer(refusal);
			}
			catch (Throwable ex) {
				this.observer.accept(null, ex);
				return;
			}
			subscribe(result, this.observer);
		}

		@SuppressWarnings("unchecked")
		private static Runnable subscribe(@Nullable Object result,
				BiConsumer<@Nullable Object, @Nullable Throwable> observer) {
			if (result != null) {
				return ((Deferred<@Nullable Object>) result).subscribe(observer);
			}
			observer.accept(null, null);
			return CANCELLED;
		}

		private void end(CallHolds holding, @Nullable Object value, @Nullable Throwable failure) {
			if (this.ended.compareAndSet(false, true)) {
				holding.releaseAsync(failure,
						(outcome) -> this.observer.accept((outcome == null) ? value : null, outcome));
			}
		}

		private void end(CallHolds holding) {
			if (this.ended.compareAndSet(false, true)) {
				holding.releaseAsync(null, (outcome) -> {
				});
			}
		}

		void cancel() {
			if (this.acquiring.cancel(false) || this.acquiring.isCompletedExceptionally()) {
				return;
			}
			Runnable started = this.work.getAndSet(CANCELLED);
			if (started != null && started != CANCELLED) {
				started.run();
				end(this.acquiring.join());
			}
		}

	}

}

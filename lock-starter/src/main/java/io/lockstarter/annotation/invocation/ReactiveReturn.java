package io.lockstarter.annotation.invocation;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.internal.SubscriptionHold;
import io.lockstarter.internal.SubscriptionKeeper;
import io.lockstarter.reactive.LockedPublishers;
import io.lockstarter.reactive.LockedWork;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;

import org.springframework.core.ReactiveAdapter;

/**
 * Holds the lock as long as a subscription runs. Each subscription acquires the lock,
 * then calls the method, and subscribes to its result.
 */
final class ReactiveReturn implements ReturnStyle {

	private final ReactiveAdapter adapter;

	private final LockedPublishers publishers;

	/**
	 * Creates a style.
	 * @param adapter converts the return type
	 * @param completions runs the code of subscribers
	 * @param keeper may keep a hold for longer than its subscription
	 */
	ReactiveReturn(ReactiveAdapter adapter, Executor completions, Supplier<SubscriptionKeeper> keeper) {
		this.adapter = adapter;
		this.publishers = new LockedPublishers(completions, keeper);
	}

	@Override
	public Object run(LockedCall call, LockAcquirer locks) {
		Supplier<LockedWork<CallHolds, Object>> work = () -> new CallWork(call.copy(), locks, this.adapter);
		return this.adapter
			.fromPublisher(this.adapter.isMultiValue() ? this.publishers.flux(work) : this.publishers.mono(work));
	}

	/** Calls the method for one subscription. */
	private record CallWork(LockedCall call, LockAcquirer locks,
			ReactiveAdapter adapter) implements LockedWork<CallHolds, Object> {

		@Override
		public CompletionStage<CallHolds> acquire(Object owner) {
			return this.locks.acquireAsync(this.call, owner);
		}

		@Override
		public SubscriptionHold hold(CallHolds acquired) {
			return acquired;
		}

		@Override
		public Publisher<Object> start(CallHolds holds) throws Throwable {
			return publisher(holds.proceedInSubscription());
		}

		@Override
		public Publisher<Object> answer(LockNotAcquiredException refusal) throws Throwable {
			return publisher(this.call.answer(refusal));
		}

		// The empty value of the adapter may never complete, as for Uni.
		private Publisher<Object> publisher(@Nullable Object result) {
			return (result != null) ? this.adapter.toPublisher(result) : Mono.empty();
		}

	}

}

package io.lockstarter.aop.call;

import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;

import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.reactive.LockedPublishers;
import io.lockstarter.reactive.LockedWork;
import io.lockstarter.reactive.SubscriptionHold;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.core.ReactiveAdapter;
import org.springframework.core.ReactiveAdapterRegistry;

/**
 * Holds the lock as long as a subscription runs. Each subscription acquires the lock,
 * then calls the method, and subscribes to its result.
 */
final class ReactiveReturn implements ReturnStyle {

	private final ReactiveAdapter adapter;

	private final Function<Object, Publisher<Object>> converter;

	private final UnfinishedWork unfinished;

	private final LockedPublishers publishers;

	/**
	 * Creates a style.
	 * @param adapter converts the return type
	 * @param unfinished refuses single values with other work
	 * @param collaborators what locked calls need from the application
	 */
	ReactiveReturn(ReactiveAdapter adapter, UnfinishedWork unfinished, LockCollaborators collaborators) {
		this(adapter, adapter::toPublisher, unfinished, collaborators);
	}

	private ReactiveReturn(ReactiveAdapter adapter, Function<Object, Publisher<Object>> converter,
			UnfinishedWork unfinished, LockCollaborators collaborators) {
		this.adapter = adapter;
		this.converter = converter;
		this.unfinished = unfinished;
		this.publishers = new LockedPublishers(collaborators::complete, collaborators.subscriptionKeeper());
	}

	/**
	 * Creates a style for suspend functions. Spring's proxy calls them as publishers, and
	 * resumes the caller with the value of the publisher.
	 * @param type the publisher that the proxy expects: {@code Flux} for a function that
	 * returns a {@code Flow}, otherwise {@code Mono}
	 * @param unfinished refuses single values with other work
	 * @param collaborators what locked calls need from the application
	 * @return the style
	 */
	static ReactiveReturn ofSuspending(Class<?> type, UnfinishedWork unfinished, LockCollaborators collaborators) {
		ReactiveAdapter adapter = ReactiveAdapterRegistry.getSharedInstance().getAdapter(type);
		if (adapter == null) {
			throw new IllegalStateException("Spring cannot adapt " + type);
		}
		return new ReactiveReturn(adapter, ReactiveReturn::publisherOf, unfinished, collaborators);
	}

	// The answer to a refusal may be a plain value.
	private static Publisher<Object> publisherOf(Object result) {
		ReactiveAdapter adapter = ReactiveAdapterRegistry.getSharedInstance().getAdapter(null, result);
		return (adapter != null) ? adapter.toPublisher(result) : Mono.just(result);
	}

	@Override
	public Object run(LockedCall call, LockAcquirer locks) {
		Supplier<LockedWork<CallHolds, Object>> work = () -> new CallWork(call.copy(), locks, this.converter,
				this.adapter.isMultiValue() ? null : this.unfinished);
		return this.adapter
			.fromPublisher(this.adapter.isMultiValue() ? this.publishers.flux(work) : this.publishers.mono(work));
	}

	/** Calls the method for one subscription. */
	private record CallWork(LockedCall call, LockAcquirer locks, Function<Object, Publisher<Object>> converter,
			@Nullable UnfinishedWork unfinished) implements LockedWork<CallHolds, Object> {

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
			Publisher<Object> work = publisher(holds.proceedInSubscription());
			UnfinishedWork refusing = this.unfinished;
			return (refusing != null) ? Flux.from(work).doOnNext(refusing::refuse) : work;
		}

		@Override
		public Publisher<Object> answer(LockNotAcquiredException refusal) throws Throwable {
			return publisher(this.call.answer(refusal));
		}

		// The empty value of the adapter may never complete, as for Uni.
		private Publisher<Object> publisher(@Nullable Object result) {
			return (result != null) ? this.converter.apply(result) : Mono.empty();
		}

	}

}

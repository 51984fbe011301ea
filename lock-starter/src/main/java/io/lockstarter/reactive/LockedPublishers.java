package io.lockstarter.reactive;

import java.util.concurrent.Executor;
import java.util.function.Supplier;

import io.lockstarter.internal.SubscriptionHold;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Puts work under locks. Each subscription acquires the locks without blocking, then
 * starts the work, and releases the locks when the work completes, fails or is canceled.
 * The subscriber receives the end of the work after the release. Inside the work, its
 * owner holds the locks, so that it can acquire them again.
 */
public final class LockedPublishers {

	private final Executor results;

	/**
	 * Creates the publishers of a lock service.
	 * @param results runs the code of subscribers after a loss or a release; it never
	 * rejects a task
	 */
	public LockedPublishers(Executor results) {
		this.results = results;
	}

	/**
	 * Puts work with one value or none under locks.
	 * @param work creates the work of each subscription
	 * @param <H> the type of the hold
	 * @param <T> the type of the value
	 * @return the work under the locks
	 */
	public <H extends SubscriptionHold, T> Mono<T> mono(Supplier<LockedWork<H, T>> work) {
		return Mono.usingWhen(acquire(work), (locked) -> run(locked).singleOrEmpty(), (locked) -> Mono.empty(),
				LockedSubscription::fail, LockedSubscription::cancel);
	}

	/**
	 * Puts work with any number of values under locks.
	 * @param work creates the work of each subscription
	 * @param <H> the type of the hold
	 * @param <T> the type of the values
	 * @return the work under the locks
	 */
	public <H extends SubscriptionHold, T> Flux<T> flux(Supplier<LockedWork<H, T>> work) {
		return Flux.usingWhen(acquire(work), LockedPublishers::run, (locked) -> Mono.empty(), LockedSubscription::fail,
				LockedSubscription::cancel);
	}

	// The release after the work belongs to it, since usingWhen wraps failures that come
	// later.
	private static <T> Flux<T> run(LockedSubscription<?, T> locked) {
		return Flux.from(locked.start())
			.contextWrite(locked::inScope)
			.takeUntilOther(locked.loss())
			.concatWith(Mono.defer(locked::complete));
	}

	private <H extends SubscriptionHold, T> Mono<LockedSubscription<H, T>> acquire(Supplier<LockedWork<H, T>> work) {
		return Mono.deferContextual((context) -> new LockedSubscription<>(work.get(), context, this.results).acquire());
	}

}

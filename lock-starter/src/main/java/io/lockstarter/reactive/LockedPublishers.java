package io.lockstarter.reactive;

import java.util.concurrent.Executor;
import java.util.function.Supplier;

import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Puts work under locks. Each subscription acquires the locks without blocking, then
 * starts the work, and releases the locks when the work completes, fails or is canceled.
 * The subscriber receives the end of the work after the release. Inside the work, its
 * owner holds the locks, so that it can acquire them again. A transaction around the
 * subscription keeps the locks until it has completed.
 */
public final class LockedPublishers {

	private final Executor results;

	private final Supplier<SubscriptionKeeper> keeper;

	/**
	 * Creates the publishers of a lock service.
	 * @param results runs the code of subscribers after a loss or a release; it never
	 * rejects a task
	 * @param keeper may keep a hold for longer than its subscription; looked up for the
	 * first lock
	 */
	public LockedPublishers(Executor results, Supplier<SubscriptionKeeper> keeper) {
		this.results = results;
		this.keeper = keeper;
	}

	/**
	 * Puts work with one value or none under locks.
	 * @param work creates the work of each subscription
	 * @param <H> the type of the acquired locks
	 * @param <T> the type of the value
	 * @return the work under the locks
	 */
	public <H, T> Mono<T> mono(Supplier<LockedWork<H, T>> work) {
		return flux(work).singleOrEmpty();
	}

	/**
	 * Puts work with any number of values under locks.
	 * @param work creates the work of each subscription
	 * @param <H> the type of the acquired locks
	 * @param <T> the type of the values
	 * @return the work under the locks
	 */
	public <H, T> Flux<T> flux(Supplier<LockedWork<H, T>> work) {
		return Flux.deferContextual((context) -> {
			LockedSubscription<H, T> locked = new LockedSubscription<>(work.get(), context, this.keeper.get(),
					this.results);
			return locked.acquire().flatMapMany((started) -> run(started, locked)).doFinally((signal) -> locked.end());
		});
	}

	private static <T> Flux<T> run(Publisher<T> started, LockedSubscription<?, T> locked) {
		Flux<T> work = new GuardedWork<>(new ScopedWork<>(started)).contextWrite(locked::inScope)
			.takeUntilOther(locked.loss());
		// The inner guard is for errors of the work, the outer one for those of
		// subscribers.
		return new GuardedWork<>(work).concatWith(Mono.defer(locked::complete)).onErrorResume(locked::fail);
	}

}

package io.lockstarter.reactive;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.internal.SubscriptionHold;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

/**
 * Holds the locks of one subscription from their acquisition to the end of its work. Work
 * of the application continues on threads for results, never on a thread of the lock
 * service or of its client.
 */
final class LockedSubscription<H extends SubscriptionHold, T> {

	private final LockedWork<H, T> work;

	private final Executor results;

	private final SubscriptionOwner owner;

	private final boolean outermost;

	private volatile @Nullable H hold;

	private volatile @Nullable LockNotAcquiredException refusal;

	private final AtomicBoolean released = new AtomicBoolean();

	LockedSubscription(LockedWork<H, T> work, ContextView context, Executor results) {
		this.work = work;
		this.results = results;
		this.owner = SubscriptionOwner.of(context);
		this.outermost = !this.owner.isIn(context);
	}

	/** Acquires the locks. A refusal is not a failure, since the work may answer it. */
	Mono<LockedSubscription<H, T>> acquire() {
		return this.work.acquire(this.owner).map((acquired) -> {
			this.hold = acquired;
			return this;
		}).onErrorResume(LockNotAcquiredException.class, (busy) -> {
			this.refusal = busy;
			return Mono.just(this);
		});
	}

	/** Starts the work, or answers the refusal. */
	Publisher<T> start() {
		H held = this.hold;
		try {
			return (held != null) ? this.work.start(held) : this.work.answer(busy());
		}
		catch (Throwable ex) {
			return Mono.error(ex);
		}
	}

	private LockNotAcquiredException busy() {
		LockNotAcquiredException busy = this.refusal;
		if (busy == null) {
			throw new IllegalStateException("The locks are neither acquired nor refused");
		}
		return busy;
	}

	/** Adds the owner and the scope of the locks to the context of the work. */
	Context inScope(Context context) {
		H held = this.hold;
		if (held == null) {
			return context;
		}
		return SubscriptionScope.open(context.put(SubscriptionOwner.KEY, this.owner), held);
	}

	/**
	 * Completes when a lock is lost whose loss ends the work at once. The release then
	 * reports the loss.
	 */
	Mono<Void> loss() {
		H held = this.hold;
		return (held == null) ? Mono.never()
				: Mono.create((sink) -> held.onInterruptingLoss(() -> this.results.execute(sink::success)));
	}

	/** Releases the locks after the work. A loss becomes the failure of the work. */
	Mono<T> complete() {
		return Mono.create((sink) -> release(null, (loss) -> {
			if (loss != null) {
				sink.error(loss);
			}
			else {
				sink.success();
			}
		}));
	}

	/** Releases the locks after a failure. A loss becomes a suppressed exception. */
	Mono<Void> fail(Throwable failure) {
		return Mono.create((sink) -> release(failure, (outcome) -> sink.success()));
	}

	/** Releases the locks of canceled work. No subscriber is left that handles a loss. */
	Mono<Void> cancel() {
		return Mono.create((sink) -> release(null, (loss) -> sink.success()));
	}

	private void release(@Nullable Throwable failure, Consumer<@Nullable Throwable> then) {
		H held = this.hold;
		if (held == null || !this.released.compareAndSet(false, true)) {
			then.accept(failure);
			return;
		}
		if (this.outermost) {
			this.owner.end();
		}
		held.releaseAsync(failure, (outcome) -> this.results.execute(() -> then.accept(outcome)));
	}

}

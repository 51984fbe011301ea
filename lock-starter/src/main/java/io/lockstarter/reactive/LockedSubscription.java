package io.lockstarter.reactive;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.engine.InternalHandle;
import io.lockstarter.engine.WeakLossAction;
import io.lockstarter.reactive.SubscriptionKeeper.Transaction;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

/**
 * Holds the locks of one subscription from their acquisition to the end of its work. The
 * locks are released once, however the signals of the subscription race with its
 * cancellation. So this class does not rely on operators to pass the locks on. Work of
 * the application continues on threads for results, never on a thread of the lock service
 * or of its client.
 */
final class LockedSubscription<H, T> {

	private final LockedWork<H, T> work;

	private final Executor results;

	private final @Nullable Transaction transaction;

	private final SubscriptionOwner owner;

	/** Whether this subscription has to leave its owner. Only an outermost one joins. */
	private final AtomicBoolean joined;

	private final AtomicBoolean released = new AtomicBoolean();

	private volatile @Nullable SubscriptionHold hold;

	/** Whether the work is being started. The locks are not released meanwhile. */
	private volatile boolean starting;

	private volatile boolean ended;

	LockedSubscription(LockedWork<H, T> work, ContextView context, SubscriptionKeeper keeper, Executor results) {
		this.work = work;
		this.results = results;
		this.transaction = keeper.transaction((key) -> context.getOrDefault(key, null));
		SubscriptionOwner outer = SubscriptionOwner.in(context);
		this.owner = (outer != null) ? outer : SubscriptionOwner.join(this.transaction);
		this.joined = new AtomicBoolean(outer == null);
	}

	/** Acquires the locks, and creates the work or the answer to a refusal. */
	Mono<Publisher<T>> acquire() {
		return Mono.create((sink) -> {
			CompletionStage<H> attempt = this.work.acquire(this.owner);
			sink.onCancel(() -> StageMono.cancel(attempt));
			Thread subscriber = Thread.currentThread();
			AtomicBoolean registering = new AtomicBoolean(true);
			var unused = attempt.whenComplete((acquired, failure) -> {
				Runnable next = () -> decided(acquired, failure, sink);
				// The subscriber may be an event loop, which the work must not block.
				if (Thread.currentThread() == subscriber && registering.get()) {
					this.results.execute(next);
				}
				else {
					next.run();
				}
			});
			registering.set(false);
		});
	}

	private void decided(H acquired, @Nullable Throwable failure, MonoSink<Publisher<T>> sink) {
		if (failure != null) {
			refused(StageMono.unwrap(failure), sink);
		}
		else {
			acquired(acquired, sink);
		}
	}

	private void acquired(H acquired, MonoSink<Publisher<T>> sink) {
		SubscriptionHold unkept = this.work.hold(acquired);
		SubscriptionHold held;
		try {
			held = KeptHold.in(this.transaction, unkept, this.owner, this.results);
		}
		catch (RuntimeException | Error ex) {
			var unused = InternalHandle.releaseUnusedAsync(unkept.handle());
			sink.error(ex);
			return;
		}
		this.starting = true;
		this.hold = held;
		// A transaction that was canceled with its subscription may never end the hold.
		if (this.ended) {
			this.released.set(true);
			var unused = InternalHandle.releaseUnusedAsync(held.handle());
			return;
		}
		Publisher<T> started;
		try {
			started = this.work.start(acquired);
		}
		catch (Throwable ex) {
			started = Mono.error(ex);
		}
		this.starting = false;
		if (this.ended) {
			end();
		}
		else {
			sink.success(started);
		}
	}

	private void refused(Throwable failure, MonoSink<Publisher<T>> sink) {
		try {
			if (failure instanceof LockNotAcquiredException refusal && !this.ended) {
				sink.success(this.work.answer(refusal));
				return;
			}
			sink.error(failure);
		}
		catch (Throwable ex) {
			sink.error(ex);
		}
	}

	/** Adds the owner and the scope of the locks to the context of the work. */
	Context inScope(Context context) {
		SubscriptionHold held = this.hold;
		return (held == null) ? context : SubscriptionScope.open(context.put(SubscriptionOwner.KEY, this.owner), held);
	}

	/**
	 * Completes when a lock is lost whose loss ends the work at once. The release then
	 * reports the loss.
	 */
	Mono<Void> loss() {
		SubscriptionHold held = this.hold;
		Executor threads = this.results;
		return (held == null) ? Mono.never() : Mono.create((sink) -> held
			.onInterruptingLoss(new WeakLossAction<>(sink, (waiting) -> threads.execute(waiting::success))));
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
	Mono<T> fail(Throwable failure) {
		return Mono.create((sink) -> release(failure, (outcome) -> sink.error(failure)));
	}

	/**
	 * Releases the locks of a subscription that has ended in any way. If it was canceled,
	 * no subscriber is left that could handle a loss.
	 */
	void end() {
		this.ended = true;
		leaveOwner();
		if (this.hold != null && !this.starting) {
			release(null, (loss) -> {
			});
		}
	}

	private void release(@Nullable Throwable failure, Consumer<@Nullable Throwable> then) {
		SubscriptionHold held = this.hold;
		if (held == null || !this.released.compareAndSet(false, true)) {
			then.accept(failure);
			return;
		}
		leaveOwner();
		held.releaseAsync(failure, (outcome) -> this.results.execute(() -> then.accept(outcome)));
	}

	private void leaveOwner() {
		if (this.joined.getAndSet(false)) {
			this.owner.leave();
		}
	}

}

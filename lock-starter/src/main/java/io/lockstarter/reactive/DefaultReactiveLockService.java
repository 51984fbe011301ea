package io.lockstarter.reactive;

import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

import io.lockstarter.LockHandle;
import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.LockNotAcquiredException.Reason;
import io.lockstarter.LockRequest;
import io.lockstarter.LockService;
import io.lockstarter.engine.InternalHandle;
import io.lockstarter.engine.InternalLockService;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;

/** Acquires locks through the asynchronous form of a lock service. */
public final class DefaultReactiveLockService implements ReactiveLockService {

	private final LockService service;

	private final LockedPublishers publishers;

	private final Executor results;

	private final SubscriptionKeeper keeper;

	/**
	 * Creates the reactive form of a lock service that knows no transactions.
	 * @param service the service
	 * @param results runs the code of subscribers after a loss or a release
	 */
	public DefaultReactiveLockService(LockService service, Executor results) {
		this(service, results, SubscriptionKeeper.NONE);
	}

	/**
	 * Creates the reactive form of a lock service.
	 * @param service the service
	 * @param results runs the code of subscribers after a loss or a release
	 * @param keeper may keep the lock of {@code withLock} after the end of its work
	 */
	public DefaultReactiveLockService(LockService service, Executor results, SubscriptionKeeper keeper) {
		this.service = service;
		this.keeper = keeper;
		this.results = (task) -> execute(task, results);
		this.publishers = new LockedPublishers(this.results, () -> keeper);
	}

	private static void execute(Runnable task, Executor results) {
		try {
			results.execute(task);
		}
		catch (Throwable ex) {
			// No thread can be started, but the subscriber must not wait forever.
			task.run();
		}
	}

	@Override
	public Mono<LockHandle> acquire(LockRequest request) {
		check(request != null, "The lock request is null: create one with LockRequest.of(key)");
		LockRequest customized = InternalLockService.customized(this.service, request);
		return Mono.deferContextual((context) -> acquire(customized, owner(context)));
	}

	/** Returns an owner that can be nested in the locks of the subscription. */
	private Object owner(ContextView context) {
		SubscriptionOwner owner = SubscriptionOwner.in(context);
		if (owner == null) {
			owner = SubscriptionOwner.of(this.keeper.transaction((key) -> context.getOrDefault(key, null)));
		}
		return (owner != null) ? owner : new SubscriptionOwner();
	}

	private Mono<LockHandle> acquire(LockRequest customized, Object owner) {
		return StageMono.of(() -> start(customized, owner), InternalHandle::releaseUnusedAsync);
	}

	private CompletionStage<LockHandle> start(LockRequest customized, Object owner) {
		return InternalLockService.acquireAsync(this.service, List.of(customized), owner);
	}

	@Override
	public Mono<LockHandle> tryAcquire(LockRequest request) {
		return acquire(InternalLockService.toTry(request)).onErrorResume(LockNotAcquiredException.class,
				(refusal) -> (refusal.reason() == Reason.BUSY) ? Mono.empty() : Mono.error(refusal));
	}

	@Override
	public Mono<Void> release(LockHandle handle) {
		check(handle != null, "The handle is null: pass a handle that acquire has returned");
		return Mono.create((sink) -> new HandleHold(handle).releaseAsync(null, (loss) -> this.results.execute(() -> {
			if (loss != null) {
				sink.error(loss);
			}
			else {
				sink.success();
			}
		})));
	}

	@Override
	public <T> Mono<T> withLock(LockRequest request, Mono<T> work) {
		checkWork(request, work);
		LockRequest customized = InternalLockService.customized(this.service, request);
		return this.publishers.mono(() -> new RequestedWork<>(customized, work));
	}

	@Override
	public <T> Flux<T> withLock(LockRequest request, Flux<T> work) {
		checkWork(request, work);
		LockRequest customized = InternalLockService.customized(this.service, request);
		return this.publishers.flux(() -> new RequestedWork<>(customized, work));
	}

	private static void checkWork(LockRequest request, Publisher<?> work) {
		check(request != null, "The lock request is null: create one with LockRequest.of(key)");
		check(work != null, "The work is null: pass the Mono or Flux to run under the lock");
	}

	private static void check(boolean valid, String problem) {
		if (!valid) {
			throw new IllegalArgumentException(problem);
		}
	}

	@Override
	public Mono<LockHandle> current() {
		return Mono.deferContextual((context) -> {
			LockHandle handle = SubscriptionScope.currentHandle(context);
			return (handle != null) ? Mono.just(handle)
					: Mono.error(new IllegalStateException("This subscription is in no locked work: call current() "
							+ "inside the work of withLock, or of a method with @DistributedLock"));
		});
	}

	/** Holds the lock of one request. */
	private record HandleHold(LockHandle handle) implements SubscriptionHold {

		@Override
		public void ensureHeld() {
			InternalHandle.ensureNotLost(this.handle);
		}

		@Override
		public void onInterruptingLoss(Runnable action) {
			// A loss is reported when the work is over, as for LockService.run.
		}

		@Override
		public void releaseAsync(@Nullable Throwable failure, Consumer<@Nullable Throwable> then) {
			var unused = InternalHandle.closeAsync(this.handle).whenComplete((closed, loss) -> {
				if (failure != null && loss != null) {
					failure.addSuppressed(StageMono.unwrap(loss));
				}
				then.accept((failure != null || loss == null) ? failure : StageMono.unwrap(loss));
			});
		}

	}

	/** Runs the work of one request. */
	private final class RequestedWork<T> implements LockedWork<LockHandle, T> {

		private final LockRequest customized;

		private final Publisher<T> work;

		RequestedWork(LockRequest customized, Publisher<T> work) {
			this.customized = customized;
			this.work = work;
		}

		@Override
		public CompletionStage<LockHandle> acquire(Object owner) {
			return DefaultReactiveLockService.this.start(this.customized, owner);
		}

		@Override
		public SubscriptionHold hold(LockHandle acquired) {
			return new HandleHold(acquired);
		}

		@Override
		public Publisher<T> start(LockHandle acquired) {
			return this.work;
		}

		@Override
		public Publisher<T> answer(LockNotAcquiredException refusal) throws Throwable {
			throw refusal;
		}

	}

}

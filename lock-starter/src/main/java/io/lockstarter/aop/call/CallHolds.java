package io.lockstarter.aop.call;

import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import io.lockstarter.LockHandle;
import io.lockstarter.LockLostException;
import io.lockstarter.OnLost;
import io.lockstarter.aop.HoldKeeper;
import io.lockstarter.engine.InternalHandle;
import io.lockstarter.internal.ThreadScope;
import io.lockstarter.reactive.SubscriptionHold;
import org.jspecify.annotations.Nullable;

/**
 * Manages the holds of one call. The call and a keeper may both use them. The last user
 * releases them.
 */
final class CallHolds implements HoldKeeper.Kept, SubscriptionHold {

	private final LockedCall call;

	/** One handle for each requested lock, in the same order. */
	private final List<LockHandle> handles;

	private final LockHandle handle;

	private final AtomicInteger users = new AtomicInteger(1);

	CallHolds(LockedCall call, LockHandle handle) {
		this.call = call;
		this.handle = handle;
		int locks = call.requested().size();
		List<LockHandle> parts = (locks == 1) ? List.of(handle) : handle.parts();
		// The handle of a mock has no parts. It then stands for each of them.
		this.handles = (parts.size() == locks) ? parts : Collections.nCopies(locks, handle);
	}

	/** Returns the handle that the method receives. */
	@Override
	public LockHandle handle() {
		return this.handle;
	}

	/**
	 * Offers the holds to a keeper, which may keep them longer than the call.
	 * @param keeper the keeper
	 */
	void keep(HoldKeeper keeper) {
		this.users.incrementAndGet();
		if (!keeper.keep(this)) {
			this.users.decrementAndGet();
		}
	}

	@Override
	public void ensureHeld() {
		for (int i = 0; i < this.handles.size(); i++) {
			ensureNotLost(i);
		}
	}

	/**
	 * Calls the method. If it fails, this ends the holds.
	 * @return the result of the method, with the locks still held
	 * @throws Throwable the exception of the method
	 */
	@Nullable Object proceed() throws Throwable {
		LossInterrupt interrupt = isInterrupting() ? new LossInterrupt(Thread.currentThread()) : null;
		try {
			if (interrupt != null) {
				onInterruptingLoss(interrupt);
			}
			return inScope();
		}
		catch (InterruptedException ex) {
			throw stopped(interrupt) ? lostBy(ex) : end(ex);
		}
		catch (Throwable ex) {
			// An interrupt could disturb the release, so this comes before it.
			stopped(interrupt);
			throw end(ex);
		}
		finally {
			stopped(interrupt);
		}
	}

	/**
	 * Calls the method for a subscription, which ends the holds itself, without blocking.
	 * @return the result of the method
	 * @throws Throwable the exception of the method
	 */
	@Nullable Object proceedInSubscription() throws Throwable {
		// A failed call ends its part of the holds, and the subscription has another one.
		this.users.incrementAndGet();
		Object result = proceed();
		this.users.decrementAndGet();
		return result;
	}

	/** Ends the holds of a successful call, or of its keeper. */
	@Override
	public void end() {
		Throwable failure = release(null);
		if (failure instanceof RuntimeException loss) {
			throw loss;
		}
		if (failure instanceof Error error) {
			throw error;
		}
	}

	/**
	 * Ends the holds of a failed call.
	 * @param failure the failure
	 * @return the same failure; later failures are its suppressed exceptions
	 */
	Throwable end(Throwable failure) {
		release(failure);
		return failure;
	}

	/**
	 * Ends the holds, in reverse order. If a keeper still uses them, this only checks for
	 * a loss.
	 * @param failure the failure of the call
	 * @return the failure, or the first failure of a release
	 */
	@Nullable Throwable release(@Nullable Throwable failure) {
		return end(this.users.decrementAndGet() == 0, failure);
	}

	private @Nullable Throwable end(boolean last, @Nullable Throwable failure) {
		int count = this.handles.size();
		// The releases of several locks are sent together.
		Runnable[] sent = new Runnable[(last && count > 1) ? count : 0];
		for (int i = sent.length - 1; i >= 0; i--) {
			sent[i] = beginEnd(i);
		}
		Throwable outcome = failure;
		for (int i = count - 1; i >= 0; i--) {
			try {
				if (sent.length > 0) {
					sent[i].run();
				}
				else {
					end(i, last);
				}
			}
			catch (RuntimeException | Error ex) {
				outcome = Failures.join(outcome, ex);
			}
		}
		return outcome;
	}

	private void end(int index, boolean last) {
		if (!last) {
			ensureNotLost(index);
		}
		else if (isEssential(index)) {
			this.handles.get(index).close();
		}
		else {
			this.handles.get(index).release();
		}
	}

	/** Sends the release of one lock; the action waits for its reply. */
	private Runnable beginEnd(int index) {
		Runnable rest;
		try {
			rest = InternalHandle.beginClose(this.handles.get(index));
		}
		catch (RuntimeException | Error ex) {
			rest = () -> {
				throw ex;
			};
		}
		Runnable end = rest;
		return isEssential(index) ? end : () -> {
			try {
				end.run();
			}
			catch (LockLostException ex) {
				// The definition ignores the loss.
			}
		};
	}

	/**
	 * Ends the holds without waiting for the lock server.
	 * @param failure the failure of the call
	 * @param then receives the failure, or the first failure of a release; it may run on
	 * a thread of the lock server's client
	 */
	@Override
	public void releaseAsync(@Nullable Throwable failure, Consumer<@Nullable Throwable> then) {
		if (this.users.decrementAndGet() > 0) {
			then.accept(end(false, failure));
			return;
		}
		@Nullable Throwable[] failures = new @Nullable Throwable[this.handles.size()];
		AtomicInteger left = new AtomicInteger(failures.length);
		for (int i = failures.length - 1; i >= 0; i--) {
			int index = i;
			var unused = endAsync(i).whenComplete((ended, ex) -> {
				failures[index] = ex;
				if (left.decrementAndGet() == 0) {
					then.accept(joined(failure, failures));
				}
			});
		}
	}

	private static @Nullable Throwable joined(@Nullable Throwable failure, @Nullable Throwable[] more) {
		Throwable outcome = failure;
		for (int i = more.length - 1; i >= 0; i--) {
			Throwable ex = more[i];
			if (ex != null) {
				outcome = Failures.join(outcome, Failures.unwrap(ex));
			}
		}
		return outcome;
	}

	/**
	 * Runs an action if a lock with {@link OnLost#INTERRUPT} is lost.
	 * @param action the action
	 */
	@Override
	public void onInterruptingLoss(Runnable action) {
		for (int i = 0; i < this.handles.size(); i++) {
			if (onLost(i) == OnLost.INTERRUPT) {
				this.handles.get(i).onLost(action);
			}
		}
	}

	private static boolean stopped(@Nullable LossInterrupt interrupt) {
		return interrupt != null && interrupt.stop();
	}

	@SuppressWarnings("try")
	private @Nullable Object inScope() throws Throwable {
		try (ThreadScope scope = ThreadScope.open(this.handle, this::ensureHeld)) {
			return this.call.invocation().proceed();
		}
	}

	private boolean isInterrupting() {
		return this.call.requested().stream().anyMatch((one) -> one.onLost() == OnLost.INTERRUPT);
	}

	private OnLost onLost(int index) {
		return this.call.requested().get(index).onLost();
	}

	/** Returns whether the call fails if this lock is lost. */
	private boolean isEssential(int index) {
		return onLost(index) != OnLost.IGNORE;
	}

	private void ensureNotLost(int index) {
		if (isEssential(index)) {
			InternalHandle.ensureNotLost(this.handles.get(index));
		}
	}

	private CompletionStage<Void> endAsync(int index) {
		CompletionStage<Void> closed;
		try {
			closed = InternalHandle.closeAsync(this.handles.get(index));
		}
		catch (RuntimeException | Error ex) {
			closed = CompletableFuture.failedStage(ex);
		}
		return isEssential(index) ? closed : closed.exceptionally((lost) -> null);
	}

	private Throwable lostBy(InterruptedException ex) {
		Throwable loss = release(null);
		if (loss == null) {
			return ex;
		}
		loss.addSuppressed(ex);
		return loss;
	}

}

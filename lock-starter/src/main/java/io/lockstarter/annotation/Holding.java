package io.lockstarter.annotation;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import io.lockstarter.LockHandle;
import io.lockstarter.LockLostException;
import io.lockstarter.LockScope;
import io.lockstarter.internal.InternalHandle;
import org.aopalliance.intercept.Joinpoint;
import org.jspecify.annotations.Nullable;

/**
 * The holds of one call. They are released with the call, or by a keeper, whoever is the
 * last.
 */
final class Holding implements HoldKeeper.Kept {

	private final List<Held> held;

	private final LockHandle handle;

	private final AtomicInteger users = new AtomicInteger(1);

	Holding(List<Held> held) {
		this.held = held;
		this.handle = (held.size() == 1) ? held.get(0).handle()
				: new SeveralHandles(held.stream().map(Held::handle).toList());
	}

	/** What the method sees. */
	LockHandle handle() {
		return this.handle;
	}

	/**
	 * Has the holds kept for longer than the call, if the keeper wants to.
	 * @param keeper the keeper
	 */
	void keep(HoldKeeper keeper) {
		this.users.incrementAndGet();
		boolean kept = false;
		try {
			kept = keeper.keep(this);
		}
		catch (RuntimeException | Error ex) {
			this.users.decrementAndGet();
			releaseUnused(ex);
			throw ex;
		}
		if (!kept) {
			this.users.decrementAndGet();
		}
	}

	/** The method has not run, so minHold does not count. */
	private void releaseUnused(Throwable failure) {
		for (int i = this.held.size() - 1; i >= 0; i--) {
			try {
				InternalHandle.releaseUnused(this.held.get(i).handle());
			}
			catch (RuntimeException ex) {
				failure.addSuppressed(ex);
			}
		}
	}

	@Override
	public void ensureHeld() {
		for (Held one : this.held) {
			one.ensureNotLost();
		}
	}

	/**
	 * Calls the method; where it fails, ends the holds.
	 * @param method the method
	 * @return what it returns, with the holds still held
	 * @throws Throwable what it throws
	 */
	@Nullable Object proceed(Joinpoint method) throws Throwable {
		LossInterrupt interrupt = isUrgent() ? new LossInterrupt(Thread.currentThread()) : null;
		try {
			if (interrupt != null) {
				onUrgentLoss(interrupt);
			}
			return inScope(method);
		}
		catch (InterruptedException ex) {
			throw stopped(interrupt) ? lostBy(ex) : end(ex);
		}
		catch (Throwable ex) {
			// Before the release, which an interrupt could disturb.
			stopped(interrupt);
			throw end(ex);
		}
		finally {
			stopped(interrupt);
		}
	}

	/** Ends the holds of a call that went well, or of its keeper. */
	@Override
	public void end() {
		Throwable failure = release(null);
		if (failure instanceof RuntimeException loss) {
			throw loss;
		}
	}

	/**
	 * Ends the holds of a call that failed.
	 * @param failure the failure
	 * @return the same, with what went wrong since as suppressed exceptions
	 */
	Throwable end(Throwable failure) {
		release(failure);
		return failure;
	}

	/**
	 * Ends the holds, in reverse; where they are kept, only looks whether they were lost.
	 * @param failure the failure of the call
	 * @return the failure, or the first one on the way
	 */
	@Nullable Throwable release(@Nullable Throwable failure) {
		return end(this.users.decrementAndGet() == 0, failure);
	}

	private @Nullable Throwable end(boolean last, @Nullable Throwable failure) {
		Throwable outcome = failure;
		for (int i = this.held.size() - 1; i >= 0; i--) {
			try {
				this.held.get(i).end(last);
			}
			catch (RuntimeException ex) {
				outcome = joined(outcome, ex);
			}
		}
		return outcome;
	}

	/**
	 * The same, without waiting for the lock server.
	 * @param failure the failure of the call
	 * @param then is given the failure, or the first one on the way; perhaps on a thread
	 * of the lock server's client
	 */
	void releaseAsync(@Nullable Throwable failure, Consumer<@Nullable Throwable> then) {
		if (this.users.decrementAndGet() > 0) {
			then.accept(end(false, failure));
			return;
		}
		@Nullable Throwable[] failures = new @Nullable Throwable[this.held.size()];
		AtomicInteger left = new AtomicInteger(failures.length);
		for (int i = failures.length - 1; i >= 0; i--) {
			int index = i;
			var unused = this.held.get(i).endAsync().whenComplete((ended, ex) -> {
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
				outcome = joined(outcome, StageReturn.unwrap(ex));
			}
		}
		return outcome;
	}

	private static Throwable joined(@Nullable Throwable outcome, Throwable ex) {
		if (outcome == null) {
			return ex;
		}
		if (!tells(outcome, ex)) {
			outcome.addSuppressed(ex);
		}
		return outcome;
	}

	// What stopped a transaction need not be told again.
	private static boolean tells(Throwable outcome, Throwable ex) {
		return outcome == ex || (outcome instanceof LockLostException known && ex instanceof LockLostException again
				&& known.key().equals(again.key()));
	}

	/**
	 * Runs an action when a lock is lost whose loss is to be felt at once.
	 * @param action the action
	 */
	void onUrgentLoss(Runnable action) {
		for (Held one : this.held) {
			if (one.isUrgent()) {
				one.handle().onLost(action);
			}
		}
	}

	private boolean isUrgent() {
		for (Held one : this.held) {
			if (one.isUrgent()) {
				return true;
			}
		}
		return false;
	}

	private static boolean stopped(@Nullable LossInterrupt interrupt) {
		return interrupt != null && interrupt.stop();
	}

	@SuppressWarnings("try")
	private @Nullable Object inScope(Joinpoint method) throws Throwable {
		try (LockScope scope = LockScope.open(this.handle, essential())) {
			return method.proceed();
		}
	}

	private List<LockHandle> essential() {
		return this.held.stream().filter(Held::isEssential).map(Held::handle).toList();
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

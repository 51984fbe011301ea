package io.lockstarter.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

import io.lockstarter.LockException;
import io.lockstarter.LockHandle;
import io.lockstarter.lane.Refusals;

/**
 * Acquires several locks on the calling thread, which owns them. {@link SeveralLocks}
 * decides the steps.
 */
final class ThreadAcquisition {

	private final LockEngine engine;

	private final LaneRegistry lanes;

	private final AsyncWaiter.Environment environment;

	ThreadAcquisition(LockEngine engine, AsyncWaiter.Environment environment) {
		this.engine = engine;
		this.lanes = environment.lanes();
		this.environment = environment;
	}

	LockHandle acquire(SeveralLocks locks) {
		try {
			List<Integer> missing = locks.missing();
			while (!missing.isEmpty()) {
				if (missing.size() > 1) {
					tryTogether(locks);
					missing = locks.missing();
				}
				if (!missing.isEmpty()) {
					int first = missing.get(0);
					releaseUnused(locks.removeAfter(first));
					locks.acquired(first, this.engine.acquire(locks.terms(first), locks.askedAt()));
					missing = locks.missing();
				}
			}
			return locks.handle();
		}
		catch (RuntimeException | Error ex) {
			try {
				releaseUnused(locks.removeAll());
			}
			catch (RuntimeException | Error more) {
				ex.addSuppressed(more);
			}
			throw ex;
		}
	}

	private void tryTogether(SeveralLocks locks) {
		ThreadAttempts attempts = new ThreadAttempts(this.lanes, this.environment.commands(),
				this.environment.runtime().clock());
		InterruptedException interrupt = null;
		try {
			attempts.run(locks);
		}
		catch (InterruptedException ex) {
			interrupt = ex;
		}
		catch (RuntimeException | Error ex) {
			attempts.takeBack(this.environment.handles());
			throw ex;
		}
		LockException failure = attempts.deliver(locks, this.environment.handles());
		if (interrupt != null) {
			failure = Refusals.interrupted(locks.terms(0).key());
			failure.addSuppressed(interrupt);
		}
		if (failure != null) {
			throw failure;
		}
	}

	/** Releases locks that protected no work, in one round trip. */
	private static void releaseUnused(List<LockHandle> handles) {
		List<BooleanSupplier> sent = new ArrayList<>();
		for (int i = handles.size() - 1; i >= 0; i--) {
			LockHandle handle = handles.get(i);
			sent.add((handle instanceof DefaultLockHandle own) ? own.beginReleaseUnused()
					: () -> InternalHandle.releaseUnused(handle));
		}
		for (BooleanSupplier one : sent) {
			var unused = one.getAsBoolean();
		}
	}

}

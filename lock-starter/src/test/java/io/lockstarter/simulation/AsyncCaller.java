package io.lockstarter.simulation;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import io.lockstarter.LockException;
import io.lockstarter.LockHandle;
import io.lockstarter.LockLostException;
import io.lockstarter.LockType;
import io.lockstarter.engine.InternalHandle;
import io.lockstarter.engine.VirtualEngine.AsyncRequest;
import io.lockstarter.lane.Hold;
import io.lockstarter.lane.Waiter;
import io.lockstarter.store.ReleaseReply;
import org.jspecify.annotations.Nullable;

/**
 * Simulates a caller that does not block. The driver is the one of the library: the
 * caller has the future of its request, and may cancel it at any time. So the lock may be
 * granted to a caller that never receives the handle.
 */
final class AsyncCaller extends SimulatedCaller {

	private static final long UNTIL_TAKEN_BACK = SimulationPlan.millis(500);

	/** The owner of the current request. */
	private Object owner = new Object();

	AsyncCaller(String name, SimulatedInstance instance, Simulation world, SimulationRandomness random) {
		super(name, instance, world, random);
	}

	@Override
	void ask() {
		this.owner = new Object();
		AsyncRequest request = this.instance.engine.askAsync(this.owner,
				this.plan.settings.terms(this.random.request()));
		Waiter asking = request.waiter();
		asks(asking);
		hasAsked(asking);
		boolean cancels = this.random.chance(0.25);
		long cancelsAt = this.time.now() + this.random.upTo(SimulationPlan.millis(300));
		CompletableFuture<LockHandle> future = request.start();
		Answer answer = new Answer(asking);
		var unused = future.whenComplete(answer::received);
		if (cancels) {
			this.time.at(cancelsAt, this.instance, () -> cancel(future, answer));
		}
		if (this.random.chance(0.1)) {
			// A cancellation between the grant and the delivery is rare otherwise.
			this.instance.beforeNextResult(() -> this.time.at(this.time.now() + this.random.stall(), this.instance,
					() -> cancel(future, answer)));
		}
	}

	private void cancel(CompletableFuture<LockHandle> future, Answer answer) {
		if (future.isDone()) {
			return;
		}
		Waiter waiting = answer.waiter;
		boolean granted = waiting.hold() != null;
		this.world.trace.add(this, "cancels", granted ? "after the grant" : null);
		this.world.trace.count(SimulationKind.CANCELED);
		if (granted) {
			this.world.trace.count(SimulationKind.UNDELIVERED);
			if (!isOutOfTurn()) {
				this.world.promises.tookInTurn(this);
			}
		}
		answer.unwanted = true;
		this.instance.losesResult = granted && this.plan.flaw == SimulationFlaw.UNDELIVERED_HOLD_IS_KEPT;
		if (this.plan.flaw == SimulationFlaw.CANCELLATION_IS_LOST) {
			this.waiter = null;
		}
		else {
			future.cancel(false);
			this.world.trace.promise(waiting.settled(), "a canceled waiter leaves its lane", this);
		}
		this.time.at(this.time.now() + UNTIL_TAKEN_BACK, this.instance, () -> {
			Hold hold = waiting.hold();
			this.world.trace.promise(hold == null || hold.lane().hold() != hold,
					"a lock that nobody received is taken back", this);
		});
		think();
	}

	private void received(Waiter waiting, @Nullable LockHandle handle, @Nullable Throwable failure) {
		this.world.trace.promise(!this.instance.isOnClientThread(),
				"N: the client's thread runs no code of the application", this);
		if (handle == null) {
			this.world.trace.promise(failure instanceof LockException, "a refusal is a LockException", failure);
			wasRefused(waiting, failure);
			return;
		}
		Hold granted = waiting.hold();
		if (granted == null) {
			throw new IllegalStateException("a handle without a hold");
		}
		isGranted(waiting, granted);
		holds(granted);
		if (this.random.chance(0.15)) {
			handle.token();
			exposed(granted);
		}
		if (this.random.chance(0.1)) {
			Duration ttl = this.random.ttl();
			blocking(() -> {
				extend(handle, ttl);
				keep(handle, granted);
			});
		}
		else {
			keep(handle, granted);
		}
	}

	private void blocking(Runnable task) {
		this.time.blockingAt(this.time.now() + this.random.stall(), this.instance, task);
	}

	private void extend(LockHandle handle, Duration ttl) {
		try {
			handle.extend(ttl);
		}
		catch (RuntimeException ex) {
			this.world.trace.add(this, "could not extend it", null);
		}
	}

	private void keep(LockHandle handle, Hold granted) {
		boolean downgrades = granted.terms().type() == LockType.WRITE && this.random.chance(0.5);
		long end = this.time.now() + this.random.between(0, SimulationPlan.millis(longestWork()));
		this.time.at(end, this.instance, () -> {
			if (downgrades) {
				downgrade(handle, granted);
			}
			else {
				release(handle, granted);
			}
		});
	}

	/** Acquires the read lock, and releases the write lock. */
	private void downgrade(LockHandle writer, Hold granted) {
		AsyncRequest request = this.instance.engine.askAsync(this.owner,
				this.plan.settings.terms(granted.terms().request().withFencing(false).withType(LockType.READ)));
		boolean nested = request.waiter().hold() == granted;
		CompletableFuture<LockHandle> future = request.start();
		if (!nested) {
			// The hold was lost meanwhile, so the nested request is one of its own.
			future.cancel(false);
			release(writer, granted);
			return;
		}
		var unused = future.whenComplete((reader, failure) -> {
			if (reader == null) {
				release(writer, granted);
				return;
			}
			this.world.trace.add(this, "downgrades", null);
			this.holdsAs = LockType.READ;
			InternalHandle.closeAsync(writer);
			this.time.at(this.time.now() + this.random.between(0, SimulationPlan.millis(100)), this.instance,
					() -> release(reader, granted));
		});
	}

	private void release(LockHandle handle, Hold granted) {
		endsWork(granted);
		this.instance.releasing = granted.lane();
		long epoch = this.instance.connection.epoch();
		if (this.random.chance(0.2)) {
			blocking(() -> {
				Throwable failure = null;
				try {
					handle.close();
				}
				catch (RuntimeException ex) {
					failure = ex;
				}
				released(granted, epoch, failure);
			});
			return;
		}
		InternalHandle.closeAsync(handle).whenComplete((done, failure) -> released(granted, epoch, failure));
	}

	private void released(Hold granted, long epoch, @Nullable Throwable failure) {
		Throwable cause = (failure instanceof CompletionException) ? failure.getCause() : failure;
		this.world.trace.promise((granted.lossCause() != null) == (cause instanceof LockLostException),
				"P4: a release throws if the lock was lost", cause);
		ReleaseReply reply = this.instance.connection.releaseReply(granted.lease().token());
		if (reply != null) {
			boolean reconnected = this.instance.connection.epoch() != epoch;
			this.world.promises.released(this, granted, reply, reconnected);
		}
		think();
	}

	/** Receives the result of one request. */
	private final class Answer {

		private final Waiter waiter;

		/** The caller has canceled the request. */
		private boolean unwanted;

		Answer(Waiter waiter) {
			this.waiter = waiter;
		}

		void received(@Nullable LockHandle handle, @Nullable Throwable failure) {
			if (!this.unwanted) {
				AsyncCaller.this.received(this.waiter, handle, failure);
			}
		}

	}

}

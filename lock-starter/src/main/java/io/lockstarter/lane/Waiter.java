package io.lockstarter.lane;

import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.function.Function;
import java.util.function.LongSupplier;

import io.lockstarter.LockException;
import io.lockstarter.LockRequest;
import io.lockstarter.LockType;
import io.lockstarter.ReleaseMode;
import io.lockstarter.store.MonotonicClock;
import org.jspecify.annotations.Nullable;

/**
 * Represents a caller that waits for a lock. Its driver asks the lane for the
 * {@linkplain Lane#next next step} until the waiter is settled: it has a hold, or it was
 * refused. Fields are guarded by the lane's lock.
 */
public abstract class Waiter {

	private static final AtomicLongFieldUpdater<Waiter> NUMBER = AtomicLongFieldUpdater.newUpdater(Waiter.class,
			"number");

	private final Object owner;

	private final Terms terms;

	private final long askedAt;

	private final long deadline;

	private boolean tried;

	private volatile boolean slept;

	private volatile boolean quiet;

	/** The number of this call in events; zero as long as it has none. */
	private volatile long number;

	/**
	 * The latest time at which its driver asks for the next step. In the past: the driver
	 * runs, or was signaled.
	 */
	private long wakesAt = MonotonicClock.PAST;

	/** The lease that was offered when its driver was signaled after its last sleep. */
	private @Nullable HeldLease signaledFor;

	/** The number of hand-offs of that lease at that time. */
	private int handOffsBefore;

	/**
	 * The lane in which it waits. Later changes are written under the lock of the lane
	 * that it leaves.
	 */
	private volatile @Nullable Lane lane;

	private volatile @Nullable Hold hold;

	private volatile @Nullable LockException refusal;

	protected Waiter(Object owner, Terms terms, long now) {
		// A waiter that tries once ends with a reply, not at a time.
		this(owner, terms, now, terms.deadline(now));
	}

	/**
	 * Creates a waiter with a deadline of its own.
	 * @param owner the owner of the hold
	 * @param terms the terms
	 * @param now the time at which the caller asked
	 * @param deadline the time at which the waiter is refused at the latest
	 */
	protected Waiter(Object owner, Terms terms, long now, long deadline) {
		this.owner = owner;
		this.terms = terms;
		this.askedAt = now;
		this.deadline = deadline;
	}

	/**
	 * Signals the driver to ask for the next step. Must neither block nor call the lane.
	 */
	protected abstract void signal();

	/**
	 * Returns whether the owner has ended, so that only code with a handle can release
	 * its hold.
	 * @return {@code true} only if this is certain
	 */
	protected boolean hasEnded() {
		return false;
	}

	/**
	 * Returns whether the owner may work under the lock after it has lost all handles.
	 * @return {@code false} only if this is certain
	 */
	protected boolean worksWithoutHandles() {
		return true;
	}

	public Object owner() {
		return this.owner;
	}

	public Terms terms() {
		return this.terms;
	}

	public long askedAt() {
		return this.askedAt;
	}

	public long deadline() {
		return this.deadline;
	}

	/**
	 * Returns the lane in which it waits. A caller that waits for a permit may move to
	 * another lane, so its driver reads the lane for every step.
	 * @return the lane
	 */
	public Lane lane() {
		Lane current = this.lane;
		if (current == null) {
			throw new IllegalStateException("This caller has not asked for lock '" + this.terms.key() + "' yet");
		}
		return current;
	}

	/** Sets the lane in which it waits from now on. */
	void setLane(Lane lane) {
		this.lane = lane;
	}

	boolean waitsElsewhere(Lane lane) {
		return this.lane != null && this.lane != lane;
	}

	public @Nullable Hold hold() {
		return this.hold;
	}

	public @Nullable LockException refusal() {
		return this.refusal;
	}

	/**
	 * Returns the number of this call in events.
	 * @param next draws a number, which is above zero
	 * @return the number, which never changes
	 */
	public long number(LongSupplier next) {
		if (this.number == 0) {
			NUMBER.compareAndSet(this, 0, next.getAsLong());
		}
		return this.number;
	}

	/** Returns whether it has begun to wait for the lock, and this was an event. */
	public boolean hasSlept() {
		return this.slept && !this.quiet;
	}

	/**
	 * Makes its sleeps no events. It tries once for one of several locks, and sleeps only
	 * while a command is in flight.
	 */
	public void sleepsQuietly() {
		this.quiet = true;
	}

	public boolean settled() {
		return this.hold != null || this.refusal != null;
	}

	/**
	 * Returns whether it may still send a command. Each waiter may send one; after that,
	 * only until the deadline.
	 * @param now the time
	 * @return whether it may
	 */
	boolean mayTry(long now) {
		return !this.tried || now < this.deadline;
	}

	void trying() {
		this.tried = true;
	}

	/** Signals the driver. A lease may be offered to it. */
	void signal(@Nullable HeldLease offered) {
		if (offered != null && this.signaledFor == null) {
			this.signaledFor = offered;
			this.handOffsBefore = offered.handOffs();
		}
		this.wakesAt = MonotonicClock.PAST;
		signal();
	}

	/** Lets the driver sleep until it is signaled, and no longer than until this time. */
	AcquireStep sleep(long until) {
		this.signaledFor = null;
		this.wakesAt = until;
		return new AcquireStep.Sleep(until);
	}

	/**
	 * Returns whether the lease was taken, and handed on at least so often, after its
	 * driver was signaled and before it asked.
	 */
	boolean wasPassed(HeldLease taken, int handOffs) {
		return this.signaledFor == taken && taken.handOffs() - this.handOffsBefore >= handOffs;
	}

	/** Returns whether the driver asks for the next step without another signal. */
	boolean asksSoon() {
		return this.wakesAt == MonotonicClock.PAST;
	}

	/**
	 * Returns whether the driver wakes up by this time without a signal, and early enough
	 * to acquire the lock.
	 */
	boolean wakesBy(long time) {
		return this.wakesAt <= time && time < this.deadline;
	}

	/** Returns whether this is its first sleep. */
	boolean beginsToSleep() {
		boolean first = !this.slept && !this.quiet;
		this.slept = true;
		return first;
	}

	void grant(Hold hold) {
		this.hold = hold;
	}

	void refuse(LockException refusal) {
		this.hold = null;
		this.refusal = refusal;
		signal();
	}

	/** The waiters of a lane, first come first served. Guarded by the lane's lock. */
	static final class Queue {

		private final ArrayDeque<Waiter> waiters = new ArrayDeque<>(2);

		boolean isEmpty() {
			return this.waiters.isEmpty();
		}

		int size() {
			return this.waiters.size();
		}

		@Nullable Waiter head() {
			Waiter head = this.waiters.peek();
			// An Error between grant or refusal and the removal from the queue can leave
			// a settled waiter here.
			while (head != null && head.settled()) {
				this.waiters.remove();
				head = this.waiters.peek();
			}
			return head;
		}

		List<Waiter> all() {
			return List.copyOf(this.waiters);
		}

		void add(Waiter waiter) {
			this.waiters.add(waiter);
		}

		void remove(Waiter waiter) {
			this.waiters.remove(waiter);
		}

		/**
		 * Refuses the head if it tries once. Only the head can be such a waiter, because
		 * it is refused if others already wait.
		 */
		void refuseHeadIfItTriesOnce(Function<Waiter, LockException> reason) {
			Waiter head = head();
			if (head != null && head.terms().triesOnce()) {
				head.refuse(reason.apply(head));
				this.waiters.remove();
			}
		}

		void refuseAll(Function<Waiter, LockException> reason) {
			this.waiters.removeIf((waiter) -> {
				waiter.refuse(reason.apply(waiter));
				return true;
			});
		}

	}

	/**
	 * A request with the settings filled in, in nanoseconds.
	 *
	 * @param request the request of the caller
	 * @param ttl the ttl
	 * @param longestInterval the longest time between two renewals
	 * @param renew whether the watchdog renews the lease
	 * @param waitTime the wait time; zero tries once
	 * @param maxHold the longest hold
	 * @param minHold the shortest time for which the key stays taken
	 * @param release whether the release waits for the reply
	 * @param fence whether the request takes a fencing number
	 */
	public record Terms(LockRequest request, long ttl, long longestInterval, boolean renew, long waitTime, long maxHold,
			long minHold, ReleaseMode release, boolean fence) {

		public String key() {
			return this.request.key();
		}

		public boolean triesOnce() {
			return this.waitTime == 0;
		}

		/** Returns these terms for an attempt that does not wait for another holder. */
		public Terms tryingOnce() {
			return new Terms(this.request, this.ttl, this.longestInterval, this.renew, 0, this.maxHold, this.minHold,
					this.release, this.fence);
		}

		/** Returns the time until which a caller that asked at the given time waits. */
		public long deadline(long askedAt) {
			return triesOnce() ? MonotonicClock.NEVER : MonotonicClock.plus(askedAt, this.waitTime);
		}

		public LockType type() {
			return this.request.type();
		}

		/** Returns the time between two renewals. */
		public long renewEvery() {
			return RenewalSchedule.interval(this.ttl, this.longestInterval);
		}

	}

}

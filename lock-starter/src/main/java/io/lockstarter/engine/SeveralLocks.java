package io.lockstarter.engine;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

import io.lockstarter.LockException;
import io.lockstarter.LockHandle;
import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.LockNotAcquiredException.Reason;
import io.lockstarter.LockRequest;
import io.lockstarter.LockServerException;
import io.lockstarter.LockType;
import io.lockstarter.lane.Waiter.Terms;
import io.lockstarter.store.Claim;
import io.lockstarter.store.StoreException;
import io.lockstarter.store.StoreException.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * Decides how several locks are acquired, all or none. All calls use one order, which is
 * the order of the keys as text.
 *
 * <pre>
 * 1. Ask for all locks that are missing at once. No attempt waits for another holder.
 * 2. If some are still missing, release the locks behind the first of them, and wait for
 *    that one. Continue with 1.
 * </pre>
 *
 * A call waits for a lock only while it holds locks with smaller keys. So calls never
 * wait for each other in a circle. Not thread-safe: the steps follow each other.
 */
class SeveralLocks {

	private final List<Terms> terms;

	private final @Nullable LockHandle[] handles;

	private final long askedAt;

	/**
	 * Creates the state of a call that holds no lock yet.
	 * @param terms the locks, in the order in which they are acquired
	 * @param askedAt the time of the call. The wait time of each lock begins here.
	 */
	SeveralLocks(List<Terms> terms, long askedAt) {
		this.terms = terms;
		this.handles = new @Nullable LockHandle[terms.size()];
		this.askedAt = askedAt;
	}

	/**
	 * Returns each key once, in the order in which all calls acquire them. For a repeated
	 * key, the first request counts, but a request to write counts before one to read.
	 * @param requests the requests
	 * @param change changes each request first; keys may become equal by this
	 */
	static List<LockRequest> inOrder(Collection<LockRequest> requests, UnaryOperator<LockRequest> change) {
		Arguments.check(requests != null, "The collection of lock requests is null: pass an empty one for no lock");
		TreeMap<String, LockRequest> sorted = new TreeMap<>();
		for (LockRequest request : requests) {
			Arguments.check(request != null, "A lock request is null: create each one with LockRequest.of(key)");
			LockRequest changed = change.apply(request);
			sorted.merge(changed.key(), changed, SeveralLocks::strongerOf);
		}
		return List.copyOf(sorted.values());
	}

	private static LockRequest strongerOf(LockRequest first, LockRequest second) {
		LockType type = first.type();
		LockType other = second.type();
		Arguments.check(Claim.familyOf(type) == Claim.familyOf(other), "There are two requests for the key '"
				+ first.key() + "', of the types " + type + " and " + other + ". Use one type, or different keys.");
		return (type == LockType.READ && other == LockType.WRITE) ? second : first;
	}

	Terms terms(int index) {
		return this.terms.get(index);
	}

	long askedAt() {
		return this.askedAt;
	}

	/** Returns whether an interrupt ends the call. Without waiting, it does not. */
	boolean waits() {
		return this.terms.stream().anyMatch((one) -> !one.triesOnce());
	}

	/** Returns the positions of the locks that are not held yet. */
	List<Integer> missing() {
		List<Integer> missing = new ArrayList<>(this.handles.length);
		for (int i = 0; i < this.handles.length; i++) {
			if (this.handles[i] == null) {
				missing.add(i);
			}
		}
		return missing;
	}

	void acquired(int index, LockHandle handle) {
		this.handles[index] = handle;
	}

	/** Returns whether the call fails if one attempt was refused for this reason. */
	boolean isFinal(int index, LockException refusal) {
		if (refusal instanceof LockNotAcquiredException known && known.reason() != Reason.BUSY) {
			return true;
		}
		Throwable cause = (refusal instanceof StoreException) ? refusal : refusal.getCause();
		boolean permanent = refusal instanceof LockServerException && cause instanceof StoreException failure
				&& failure.outcome() == Outcome.REFUSED;
		return permanent || terms(index).triesOnce();
	}

	/**
	 * Removes the locks behind the first missing one. They must be released before the
	 * call waits.
	 */
	List<LockHandle> removeAfter(int firstMissing) {
		List<LockHandle> removed = new ArrayList<>();
		for (int i = firstMissing + 1; i < this.handles.length; i++) {
			LockHandle handle = this.handles[i];
			if (handle != null) {
				removed.add(handle);
				this.handles[i] = null;
			}
		}
		return removed;
	}

	/** Removes all locks, since the call fails. */
	List<LockHandle> removeAll() {
		return removeAfter(-1);
	}

	/** Returns the handle of all locks. None is missing. */
	LockHandle handle() {
		List<LockHandle> all = new ArrayList<>(this.handles.length);
		for (LockHandle handle : this.handles) {
			if (handle != null) {
				all.add(handle);
			}
		}
		// A fixed lease may have expired during the wait for a later key.
		all.forEach(LockHandle::ensureHeld);
		return new SeveralHandles(all);
	}

}

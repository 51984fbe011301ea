package io.lockstarter.lane;

import java.lang.ref.WeakReference;
import java.util.List;
import java.util.stream.Stream;

/**
 * Records the handles of a hold that are not released, without keeping them reachable.
 * The watchdog reads them when it checks the hold anyway. So a lost handle is noticed
 * within a third of the ttl after the garbage collector has noticed it. A
 * {@link java.lang.ref.Cleaner} would be no faster in practice, but would cost each
 * acquisition an entry in a list that all threads share.
 */
public final class HandleReferences {

	/** Replaced by a new list with each change, since most holds have one handle. */
	private volatile List<WeakReference<?>> handles = List.of();

	/**
	 * Adds a handle.
	 * @param handle the reference to a new handle
	 */
	public synchronized void add(WeakReference<?> handle) {
		List<WeakReference<?>> others = this.handles;
		this.handles = others.isEmpty() ? List.of(handle) : Stream.concat(others.stream(), Stream.of(handle)).toList();
	}

	/**
	 * Removes a handle. Its entry in the hold must not have ended yet.
	 * @param handle the reference to a handle that is being released, that was never
	 * delivered, or that only the owner's thread can release
	 */
	public synchronized void remove(WeakReference<?> handle) {
		List<WeakReference<?>> all = this.handles;
		this.handles = (all.size() == 1 && all.get(0) == handle) ? List.of()
				: all.stream().filter((other) -> other != handle).toList();
	}

	/** Returns whether no handle is reachable, or none is recorded. */
	boolean areUnreachable() {
		for (WeakReference<?> handle : this.handles) {
			if (handle.get() != null) {
				return false;
			}
		}
		return true;
	}

	/**
	 * Returns whether each entry of the hold had a handle that is unreachable now. An
	 * entry without a recorded handle is being delivered or released, or its owner needs
	 * no handle.
	 * @param entries the number of entries
	 */
	boolean areLost(int entries) {
		return this.handles.size() == entries && areUnreachable();
	}

}

package io.lockstarter.engine;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ConcurrentHashMap;

import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.LockType;
import org.jspecify.annotations.Nullable;

/**
 * Records which thread has locked which key and type through a {@link LockAdapter}. Only
 * the thread itself uses its entry. The last unlock removes the entry.
 */
final class AdapterHolds {

	private static final int SMALLEST_PURGE = 64;

	private volatile int purgeAt = SMALLEST_PURGE;

	private final ConcurrentHashMap<Place, Deque<LockHandle>> handles = new ConcurrentHashMap<>();

	void push(LockRequest request, LockHandle handle) {
		if (this.handles.size() >= this.purgeAt) { // threads that ended without unlocking
			this.handles.keySet().removeIf((place) -> !place.thread().isAlive());
			this.purgeAt = Math.max(SMALLEST_PURGE, 2 * this.handles.size());
		}
		this.handles.computeIfAbsent(place(request), (place) -> new ArrayDeque<>(1)).push(handle);
	}

	@Nullable LockHandle pop(LockRequest request) {
		Deque<LockHandle> stack = this.handles.get(place(request));
		if (stack == null) {
			return null;
		}
		LockHandle handle = stack.pop();
		if (stack.isEmpty()) {
			this.handles.remove(place(request));
		}
		return handle;
	}

	int size() {
		return this.handles.size();
	}

	private static Place place(LockRequest request) {
		return new Place(request.key(), request.type(), Thread.currentThread());
	}

	private record Place(String key, LockType type, Thread thread) {
	}

}

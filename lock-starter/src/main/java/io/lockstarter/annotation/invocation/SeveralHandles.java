package io.lockstarter.annotation.invocation;

import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;

import io.lockstarter.LockHandle;
import io.lockstarter.internal.InternalHandle;

/**
 * Combines the handles of several keys. It is held while all of them are held, and
 * releases them in reverse order. Its key and token are their keys and tokens, separated
 * by commas.
 */
final class SeveralHandles implements InternalHandle {

	private final List<LockHandle> handles;

	SeveralHandles(List<LockHandle> handles) {
		this.handles = handles;
	}

	@Override
	public String key() {
		return this.handles.stream().map(LockHandle::key).collect(Collectors.joining(","));
	}

	@Override
	public String token() {
		return this.handles.stream().map(LockHandle::token).collect(Collectors.joining(","));
	}

	/** Returns empty, since each key has a number of its own. */
	@Override
	public OptionalLong fence() {
		return OptionalLong.empty();
	}

	@Override
	public boolean isHeld() {
		return this.handles.stream().allMatch(LockHandle::isHeld);
	}

	@Override
	public Duration remaining() {
		return this.handles.stream().map(LockHandle::remaining).min(Duration::compareTo).orElse(Duration.ZERO);
	}

	@Override
	public void ensureHeld() {
		this.handles.forEach(LockHandle::ensureHeld);
	}

	@Override
	public void extend(Duration ttl) {
		this.handles.forEach((handle) -> handle.extend(ttl));
	}

	@Override
	public void onLost(Runnable action) {
		AtomicBoolean ran = new AtomicBoolean();
		this.handles.forEach((handle) -> handle.onLost(() -> {
			if (ran.compareAndSet(false, true)) {
				action.run();
			}
		}));
	}

	@Override
	public void detach() {
		this.handles.forEach((handle) -> InternalHandle.detach(handle));
	}

	@Override
	public boolean release() {
		boolean held = true;
		for (int i = this.handles.size() - 1; i >= 0; i--) {
			held &= this.handles.get(i).release();
		}
		return held;
	}

	@Override
	public boolean releaseUnused() {
		boolean held = true;
		for (int i = this.handles.size() - 1; i >= 0; i--) {
			held &= InternalHandle.releaseUnused(this.handles.get(i));
		}
		return held;
	}

	@Override
	public void close() {
		RuntimeException failure = null;
		for (int i = this.handles.size() - 1; i >= 0; i--) {
			try {
				this.handles.get(i).close();
			}
			catch (RuntimeException ex) {
				if (failure == null) {
					failure = ex;
				}
				else {
					failure.addSuppressed(ex);
				}
			}
		}
		if (failure != null) {
			throw failure;
		}
	}

	@Override
	public CompletionStage<Void> closeAsync() {
		CompletableFuture<?>[] all = new CompletableFuture<?>[this.handles.size()];
		for (int i = all.length - 1; i >= 0; i--) {
			all[i] = InternalHandle.closeAsync(this.handles.get(i)).toCompletableFuture();
		}
		return CompletableFuture.allOf(all);
	}

	@Override
	public String toString() {
		return this.handles.toString();
	}

}

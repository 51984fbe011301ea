package io.lockstarter.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;

import io.lockstarter.LockHandle;
import io.lockstarter.LockLostException;
import io.lockstarter.internal.Limits;
import org.jspecify.annotations.Nullable;

/**
 * Combines the handles of several keys. It is held while all of them are held, and
 * releases them in reverse order. Its key and token are their keys and tokens, separated
 * by commas. Without keys, it is held until it is released.
 */
final class SeveralHandles implements InternalHandle {

	private final List<LockHandle> handles;

	private final AtomicBoolean released = new AtomicBoolean();

	/** The action of the application that was registered last. */
	private @Nullable OnceInOrder lastLossAction;

	SeveralHandles(List<LockHandle> handles) {
		this.handles = List.copyOf(handles);
	}

	@Override
	public List<LockHandle> parts() {
		return this.handles;
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
	public OptionalLong fencingNumber() {
		return OptionalLong.empty();
	}

	@Override
	public boolean isHeld() {
		return !this.released.get() && this.handles.stream().allMatch(LockHandle::isHeld);
	}

	@Override
	public Duration remaining() {
		return this.released.get() ? Duration.ZERO
				: this.handles.stream().map(LockHandle::remaining).min(Duration::compareTo).orElse(Limits.MAX_DURATION);
	}

	@Override
	public void ensureHeld() {
		if (this.released.get()) {
			throw new IllegalStateException(
					"The handle of the locks '" + key() + "' was released: acquire the locks again");
		}
		IllegalStateException releasedPart = null;
		for (LockHandle handle : this.handles) {
			try {
				handle.ensureHeld();
			}
			catch (IllegalStateException ex) {
				// A later part may be lost, which is more important.
				releasedPart = ex;
			}
		}
		if (releasedPart != null) {
			throw releasedPart;
		}
	}

	@Override
	public void extend(Duration ttl) {
		this.handles.forEach((handle) -> handle.extend(ttl));
	}

	@Override
	public synchronized void onLost(Runnable action) {
		boolean own = action instanceof OwnLossAction;
		OnceInOrder once = new OnceInOrder(action, own ? null : this.lastLossAction);
		this.lastLossAction = own ? this.lastLossAction : once;
		Runnable registered = own ? (OwnLossAction) once::run : once;
		this.handles.forEach((handle) -> handle.onLost(registered));
	}

	@Override
	public void bindToOwner() {
		this.handles.forEach((handle) -> {
			if (handle instanceof InternalHandle own) {
				own.bindToOwner();
			}
		});
	}

	@Override
	public void detach() {
		this.handles.forEach((handle) -> InternalHandle.detach(handle));
	}

	@Override
	public boolean release() {
		if (this.released.get()) {
			return false;
		}
		try {
			close();
			return true;
		}
		catch (LockLostException ex) {
			return false;
		}
	}

	@Override
	public boolean releaseUnused() {
		boolean held = this.released.compareAndSet(false, true);
		for (int i = this.handles.size() - 1; i >= 0; i--) {
			held &= InternalHandle.releaseUnused(this.handles.get(i));
		}
		return held;
	}

	/** Releases the locks in one round trip. */
	@Override
	public void close() {
		beginClose().run();
	}

	@Override
	public Runnable beginClose() {
		this.released.set(true);
		List<Runnable> sent = new ArrayList<>(this.handles.size());
		for (int i = this.handles.size() - 1; i >= 0; i--) {
			sent.add(InternalHandle.beginClose(this.handles.get(i)));
		}
		return () -> finish(sent);
	}

	private static void finish(List<Runnable> sent) {
		RuntimeException failure = null;
		for (Runnable one : sent) {
			try {
				one.run();
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
		this.released.set(true);
		CompletableFuture<?>[] all = new CompletableFuture<?>[this.handles.size()];
		for (int i = all.length - 1; i >= 0; i--) {
			all[i] = InternalHandle.closeAsync(this.handles.get(i)).toCompletableFuture();
		}
		return CompletableFuture.allOf(all);
	}

	@Override
	public CompletionStage<?> releaseUnusedAsync() {
		this.released.set(true);
		CompletableFuture<?>[] all = new CompletableFuture<?>[this.handles.size()];
		for (int i = all.length - 1; i >= 0; i--) {
			all[i] = (this.handles.get(i) instanceof InternalHandle own)
					? own.releaseUnusedAsync().toCompletableFuture()
					: CompletableFuture.completedFuture(this.handles.get(i).release());
		}
		return CompletableFuture.allOf(all);
	}

	@Override
	public String toString() {
		return this.handles.toString();
	}

	/**
	 * An action on a loss that is registered with each handle. Several locks may be lost
	 * at once. Then one of them runs the action, and none runs a later action meanwhile.
	 */
	private static final class OnceInOrder implements Runnable {

		private final Runnable action;

		private final @Nullable OnceInOrder earlier;

		private final AtomicBoolean begun = new AtomicBoolean();

		/** One lock has left it to the lock that runs an earlier action. */
		private volatile boolean left;

		private volatile boolean ended;

		OnceInOrder(Runnable action, @Nullable OnceInOrder earlier) {
			this.action = action;
			this.earlier = earlier;
		}

		@Override
		public void run() {
			if (isAfterUnended()) {
				this.left = true;
			}
			else if (this.begun.compareAndSet(false, true)) {
				try {
					this.action.run();
				}
				finally {
					this.ended = true;
				}
			}
		}

		/** Ignores an action for which no thread could be started. */
		private boolean isAfterUnended() {
			for (OnceInOrder each = this.earlier; each != null; each = each.earlier) {
				if ((each.begun.get() || each.left) && !each.ended) {
					return true;
				}
			}
			return false;
		}

	}

}

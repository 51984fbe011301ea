package io.lockstarter;

import java.util.Objects;

import io.lockstarter.internal.ThreadScope;
import org.jspecify.annotations.Nullable;

/**
 * Marks the code of one thread that runs under a lock. Inside the scope,
 * {@link LockHandle#current()} returns its handle. Annotated methods and {@code run},
 * {@code tryRun} and {@code call} of {@link LockService} open a scope themselves. To use
 * a handle on another thread, open a scope there:
 *
 * <pre>
 * try (LockScope scope = handle.openScope()) { … }
 * </pre>
 *
 * A scope does not acquire or release the lock. The thread that opened a scope must close
 * it.
 */
public final class LockScope implements AutoCloseable {

	private final ThreadScope scope;

	LockScope(LockHandle handle) {
		Objects.requireNonNull(handle, "handle");
		this.scope = ThreadScope.open(handle, () -> ensureNotLost(handle));
	}

	/**
	 * Checks that this thread has lost no lock of its scopes, neither of the innermost
	 * scope nor of the scopes around it. Two kinds of locks do not count: a lock whose
	 * loss is ignored, and a lock that was released inside its scope.
	 * @throws LockLostException if a lock was lost
	 */
	public static void ensureHeld() {
		ThreadScope.ensureHeld();
	}

	private static void ensureNotLost(LockHandle handle) {
		try {
			handle.ensureHeld();
		}
		catch (IllegalStateException ex) {
			// The holder itself released the lock, so it is not lost.
		}
	}

	static @Nullable LockHandle currentHandle() {
		return (LockHandle) ThreadScope.currentHandle();
	}

	@Override
	public void close() {
		this.scope.close();
	}

}

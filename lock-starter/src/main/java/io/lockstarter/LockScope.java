package io.lockstarter;

import java.util.List;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * The code that runs under a lock, on one thread: inside it, {@link LockHandle#current()}
 * is its handle. Annotated methods and {@link LockService#run} open one by themselves; to
 * carry a handle to another thread, open one there:
 *
 * <pre>
 * try (LockScope scope = LockScope.open(handle)) { … }
 * </pre>
 *
 * A scope neither acquires nor releases, and must be closed by the thread that opened it.
 */
public final class LockScope implements AutoCloseable {

	private static final ThreadLocal<@Nullable LockScope> CURRENT = new ThreadLocal<>();

	private final LockHandle handle;

	private final List<LockHandle> essential;

	private final @Nullable LockScope outer;

	private LockScope(LockHandle handle, List<LockHandle> essential, @Nullable LockScope outer) {
		this.handle = Objects.requireNonNull(handle, "handle");
		this.essential = List.copyOf(essential);
		this.outer = outer;
	}

	/**
	 * Enters a scope.
	 * @param handle what {@link LockHandle#current()} is to return inside it
	 * @return the scope, to be closed
	 */
	public static LockScope open(LockHandle handle) {
		return open(handle, List.of(handle));
	}

	/**
	 * Enters a scope that not every loss makes void.
	 * @param handle what {@link LockHandle#current()} is to return inside it
	 * @param essential those that must not be lost, for {@link #ensureHeld()}
	 * @return the scope, to be closed
	 */
	public static LockScope open(LockHandle handle, List<LockHandle> essential) {
		LockScope scope = new LockScope(handle, essential, CURRENT.get());
		CURRENT.set(scope);
		return scope;
	}

	/**
	 * Does nothing while no lock is lost of all the scopes that this thread is in, the
	 * innermost and those around it. A lock whose loss is to be ignored does not count,
	 * nor does one that was released in its scope.
	 * @throws LockLostException if one was lost
	 */
	public static void ensureHeld() {
		for (LockScope scope = CURRENT.get(); scope != null; scope = scope.outer) {
			scope.essential.forEach(LockScope::ensureNotLost);
		}
	}

	private static void ensureNotLost(LockHandle handle) {
		try {
			handle.ensureHeld();
		}
		catch (IllegalStateException ex) {
			// Released by its own holder: given up, not lost.
		}
	}

	static @Nullable LockHandle currentHandle() {
		LockScope scope = CURRENT.get();
		return (scope != null) ? scope.handle : null;
	}

	@Override
	public void close() {
		if (this.outer != null) {
			CURRENT.set(this.outer);
		}
		else {
			CURRENT.remove();
		}
	}

}

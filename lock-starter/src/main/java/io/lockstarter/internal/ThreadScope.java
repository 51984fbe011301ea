package io.lockstarter.internal;

import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * Marks the code of one thread, or of one subscription, that runs under a lock. It
 * neither acquires nor releases the lock. A thread that opened it must close it. A
 * subscription has its scope in its context, and threads may use it from there.
 */
public final class ThreadScope implements AutoCloseable {

	private static final ThreadLocal<@Nullable ThreadScope> CURRENT = new ThreadLocal<>();

	private final Object handle;

	private final Runnable lossCheck;

	private final @Nullable ThreadScope outer;

	private ThreadScope(Object handle, Runnable lossCheck, @Nullable ThreadScope outer) {
		this.handle = Objects.requireNonNull(handle, "handle");
		this.lossCheck = lossCheck;
		this.outer = outer;
	}

	/**
	 * Opens a scope inside the current scopes of this thread.
	 * @param handle the handle that {@link #currentHandle()} returns inside it; an
	 * {@code io.lockstarter.LockHandle}, which this package does not import
	 * @param lossCheck throws if a lock on which the code of the scope relies was lost
	 * @return the scope, which the caller must close
	 */
	public static ThreadScope open(Object handle, Runnable lossCheck) {
		ThreadScope scope = new ThreadScope(handle, lossCheck, CURRENT.get());
		CURRENT.set(scope);
		return scope;
	}

	/**
	 * Creates a scope that no thread is in yet.
	 * @param handle the handle of the scope
	 * @param lossCheck throws if a lock on which the code of the scope relies was lost
	 * @param outer the scope around it, if any
	 * @return the scope
	 */
	public static ThreadScope of(Object handle, Runnable lossCheck, @Nullable ThreadScope outer) {
		return new ThreadScope(handle, lossCheck, outer);
	}

	/**
	 * Returns the innermost scope of this thread.
	 * @return the scope; {@code null} if this thread is in no scope
	 */
	public static @Nullable ThreadScope current() {
		return CURRENT.get();
	}

	/**
	 * Replaces all scopes of this thread.
	 * @param scope the innermost scope; {@code null} to leave all scopes
	 */
	public static void use(@Nullable ThreadScope scope) {
		if (scope != null) {
			CURRENT.set(scope);
		}
		else {
			CURRENT.remove();
		}
	}

	/**
	 * Returns the handle of this scope.
	 * @return the handle
	 */
	public Object handle() {
		return this.handle;
	}

	/**
	 * Returns the handle of the innermost scope.
	 * @return the handle; {@code null} if this thread is in no scope
	 */
	public static @Nullable Object currentHandle() {
		ThreadScope scope = CURRENT.get();
		return (scope != null) ? scope.handle : null;
	}

	/** Runs the loss checks of all scopes that this thread is in, innermost first. */
	public static void ensureHeld() {
		ensureHeld(CURRENT.get());
	}

	/**
	 * Runs the loss checks of a scope and of all scopes around it, innermost first.
	 * @param innermost the scope; {@code null} if there is none
	 */
	public static void ensureHeld(@Nullable ThreadScope innermost) {
		for (ThreadScope scope = innermost; scope != null; scope = scope.outer) {
			scope.lossCheck.run();
		}
	}

	@Override
	public void close() {
		use(this.outer);
	}

}

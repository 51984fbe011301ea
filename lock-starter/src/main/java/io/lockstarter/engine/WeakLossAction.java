package io.lockstarter.engine;

import java.lang.ref.WeakReference;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/**
 * Ends work when its lock is lost. It does not keep the work reachable. Otherwise the
 * hold would reach its own handle through the work, and a lost handle would not be
 * noticed.
 *
 * @param <T> the type of the work
 */
public final class WeakLossAction<T> implements OwnLossAction {

	private final WeakReference<T> work;

	private final Consumer<T> end;

	/**
	 * Creates an action.
	 * @param work the work; its own objects keep it reachable while it runs
	 * @param end ends the work; must not refer to it
	 */
	public WeakLossAction(T work, Consumer<T> end) {
		this.work = new WeakReference<>(work);
		this.end = end;
	}

	@Override
	public void run() {
		@Nullable T running = this.work.get();
		if (running != null) {
			this.end.accept(running);
		}
	}

}

package io.lockstarter.core;

import java.util.concurrent.Executor;
import java.util.function.BiConsumer;

import io.lockstarter.store.LockStore;
import io.lockstarter.store.WakeUps;
import org.jspecify.annotations.Nullable;

/**
 * Hears what is granted to an instance: one subscription, opened when somebody first
 * waits.
 */
final class Ears {

	private final LockStore store;

	private final Executor executor;

	private final BiConsumer<String, String> onGranted;

	private final Runnable onListening;

	private volatile @Nullable Ear open;

	/**
	 * Opens nothing yet.
	 * @param store where wake-ups come from
	 * @param executor runs what would block
	 * @param onGranted is given a key and the token that has it now
	 * @param onListening is run when wake-ups are heard (again)
	 */
	Ears(LockStore store, Executor executor, BiConsumer<String, String> onGranted, Runnable onListening) {
		this.store = store;
		this.executor = executor;
		this.onGranted = onGranted;
		this.onListening = onListening;
	}

	/** Whether wake-ups are heard; if not, they soon are. */
	boolean hear(String instance) {
		Ear ear = this.open;
		return (ear != null) ? ear.listening : open(instance);
	}

	private synchronized boolean open(String instance) {
		if (this.open == null) {
			Ear ear = new Ear();
			ear.cancel = this.store.listen(instance, ear, this.executor);
			this.open = ear;
		}
		return false;
	}

	synchronized void close() {
		Ear ear = this.open;
		this.open = null;
		if (ear != null) {
			ear.cancel.run();
		}
	}

	/** One subscription: what a cancelled one still says is not taken for the next. */
	private final class Ear implements WakeUps {

		private volatile boolean listening;

		private Runnable cancel = () -> {
		};

		@Override
		public void listening() {
			this.listening = true;
			Ears.this.onListening.run();
		}

		@Override
		public void deaf() {
			this.listening = false;
		}

		@Override
		public void granted(String key, String token) {
			Ears.this.onGranted.accept(key, token);
		}

	}

}

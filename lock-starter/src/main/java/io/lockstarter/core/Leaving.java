package io.lockstarter.core;

import io.lockstarter.store.Release;
import org.jspecify.annotations.Nullable;

/** What is left to do when a holder has left. */
sealed interface Leaving {

	/** Nothing: it was lost, or entered more than once. */
	Leaving STAY = new Done();

	/** Nothing: the lease went to the next caller of this instance. */
	Leaving HANDED_ON = new Done();

	/**
	 * Release it: nobody here wants it.
	 *
	 * @param release what to send
	 */
	record Send(Release release) implements Leaving {
	}

	/**
	 * Let other instances have their turn: somebody here still wants it (rule E).
	 *
	 * @param release what to send if that fails
	 * @param ttl for how long it may stay ours if no other instance wants it, in
	 * nanoseconds; zero: it must not
	 * @param next what to queue as
	 */
	record GiveWay(Release release, long ttl, Attempt next) implements Leaving {
	}

	/** See the constants. */
	record Done() implements Leaving {

		@Override
		public boolean equals(@Nullable Object other) {
			return this == other;
		}

		@Override
		public int hashCode() {
			return System.identityHashCode(this);
		}

	}

}

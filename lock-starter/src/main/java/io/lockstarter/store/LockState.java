package io.lockstarter.store;

import java.util.List;

import io.lockstarter.LockType;

/**
 * The holders and the waiters of a key.
 *
 * @param holders the holders, at least one
 * @param waiters the tokens that wait, in the order of the queue
 */
public record LockState(List<TypedHolder> holders, List<String> waiters) {

	public LockState {
		holders = List.copyOf(holders);
		waiters = List.copyOf(waiters);
	}

	/**
	 * One of the holders.
	 *
	 * @param holder the holder
	 * @param type the type under which it holds the key now
	 */
	public record TypedHolder(Holder holder, LockType type) {
	}

}

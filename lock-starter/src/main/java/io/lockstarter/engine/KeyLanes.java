package io.lockstarter.engine;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;

import io.lockstarter.lane.Lane;
import io.lockstarter.store.Claim;
import org.jspecify.annotations.Nullable;

/**
 * Holds the lanes of the claims on one key. Only one thread at a time changes it, inside
 * {@link ClaimIndex}.
 */
final class KeyLanes {

	/** By their numbers, so that they are always found in the same order. */
	private final Map<Long, Lane> all = new ConcurrentSkipListMap<>();

	/** The lanes whose callers wait, in the order in which these have asked. */
	private final Set<Lane> waiting = new LinkedHashSet<>();

	/** The lanes whose callers have moved. */
	private final Set<Lane> spare = new LinkedHashSet<>();

	private int mostPlaces;

	void add(long number, Lane lane) {
		this.all.put(number, lane);
	}

	void remove(long number, Lane lane) {
		this.all.remove(number);
		this.spare.remove(lane);
		removeWaiting(lane);
	}

	boolean contains(long number) {
		return this.all.containsKey(number);
	}

	boolean isEmpty() {
		return this.all.isEmpty();
	}

	/** Returns all lanes. Any thread may read them. */
	Collection<Lane> all() {
		return this.all.values();
	}

	void addWaiting(Lane lane) {
		this.waiting.add(lane);
	}

	void removeWaiting(Lane lane) {
		this.waiting.remove(lane);
		if (this.waiting.isEmpty() && this.spare.isEmpty()) {
			this.mostPlaces = 0;
		}
	}

	/** Returns the lane whose caller has waited for the longest time. */
	@Nullable FirstWaiting firstWaiting() {
		if (this.waiting.isEmpty()) {
			return null;
		}
		this.mostPlaces = Math.max(this.mostPlaces, 1 + this.waiting.size() + this.spare.size());
		return new FirstWaiting(this.waiting.iterator().next(), this.mostPlaces);
	}

	void markSpare(Lane lane) {
		this.waiting.remove(lane);
		this.spare.add(lane);
	}

	/**
	 * Takes a lane whose place in the queue no caller uses.
	 * @param claim the claim of the lane; {@code null} for any
	 * @return the lane, or {@code null}
	 */
	@Nullable Lane takeSpare(@Nullable Claim claim) {
		for (Lane lane : this.spare) {
			if (claim == null || claim.equals(lane.claim())) {
				this.spare.remove(lane);
				return lane;
			}
		}
		return null;
	}

	/**
	 * A lane whose caller waits.
	 *
	 * @param lane the lane
	 * @param places the highest number of places that the instance had in the queue of
	 * this key since it last had none. This includes the place of the hold itself.
	 */
	record FirstWaiting(Lane lane, int places) {
	}

}

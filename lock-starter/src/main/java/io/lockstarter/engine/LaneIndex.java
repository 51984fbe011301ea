package io.lockstarter.engine;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

import io.lockstarter.lane.Lane;
import org.jspecify.annotations.Nullable;

/**
 * Finds the lanes of an instance. A kind of lock has either one lane per key, which
 * serves its callers in turn, or one lane per caller, if several callers may hold the
 * key.
 */
interface LaneIndex {

	/**
	 * Returns the lane for a new caller.
	 * @param key the key
	 * @param create creates a lane
	 * @return the lane; it may be dead
	 */
	Lane forCaller(String key, Function<String, Lane> create);

	/**
	 * Finds the lane that has a token, or may have it.
	 * @param key the key
	 * @param token the token
	 * @return the lane, or {@code null}
	 */
	@Nullable Lane find(String key, String token);

	/** Notes that a lane uses a new token. */
	void uses(Lane lane, String token);

	/** Returns whether another lane of this instance uses a token. */
	boolean isUsed(String token);

	void remove(Lane lane);

	Collection<Lane> all();

	/** The lanes of a key. */
	Collection<Lane> all(String key);

	/** One lane per key. */
	final class PerKey implements LaneIndex {

		private final ConcurrentHashMap<String, Lane> byKey = new ConcurrentHashMap<>();

		@Override
		public Lane forCaller(String key, Function<String, Lane> create) {
			Lane lane = this.byKey.get(key);
			if (lane == null) {
				Lane created = create.apply(key);
				Lane other = this.byKey.putIfAbsent(key, created);
				lane = (other != null) ? other : created;
			}
			return lane;
		}

		@Override
		public @Nullable Lane find(String key, String token) {
			return this.byKey.get(key);
		}

		@Override
		public void uses(Lane lane, String token) {
			// The lane is found by its key.
		}

		@Override
		public boolean isUsed(String token) {
			return false;
		}

		@Override
		public void remove(Lane lane) {
			this.byKey.remove(lane.key(), lane);
		}

		@Override
		public Collection<Lane> all() {
			return this.byKey.values();
		}

		@Override
		public Collection<Lane> all(String key) {
			Lane lane = this.byKey.get(key);
			return (lane != null) ? List.of(lane) : List.of();
		}

	}

}

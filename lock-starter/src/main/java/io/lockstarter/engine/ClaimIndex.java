package io.lockstarter.engine;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

import io.lockstarter.LockType;
import io.lockstarter.lane.Lane;
import io.lockstarter.lane.Waiter;
import io.lockstarter.store.Claim;
import org.jspecify.annotations.Nullable;

/**
 * Finds the lanes of claims. Each caller has a lane of its own. A lane is found by its
 * token, and by the owner of its hold for nested requests.
 */
final class ClaimIndex implements LaneIndex {

	/** The owner of each lane, if nested requests are possible. */
	private final Map<Lane, Entry> lanes = new ConcurrentHashMap<>();

	private final Map<String, Lane> byToken = new ConcurrentHashMap<>();

	/** The lanes with a hold, if nested requests are possible. */
	private final Map<Owner, Lane> byOwner = new ConcurrentHashMap<>();

	private final Map<String, Set<Lane>> byKey = new ConcurrentHashMap<>();

	private boolean forgetsTokens;

	/** Adds the lane of a new caller. */
	void add(Lane lane, Object owner) {
		Claim claim = lane.claim();
		// A semaphore is not reentrant.
		Owner nests = (claim != null && claim.type() != LockType.SEMAPHORE)
				? new Owner(lane.key(), owner, Claim.familyOf(claim.type())) : null;
		put(lane, new Entry(nests));
	}

	private void put(Lane lane, Entry entry) {
		this.lanes.put(lane, entry);
		this.byKey.compute(lane.key(), (key, known) -> {
			Set<Lane> lanes = (known != null) ? known : ConcurrentHashMap.newKeySet();
			lanes.add(lane);
			return lanes;
		});
	}

	/**
	 * Notes that a lane has a hold, in which requests of the same owner may be nested. An
	 * owner that is no thread may have several lanes, of which some still wait.
	 */
	void holds(Lane lane) {
		Entry entry = this.lanes.get(lane);
		if (entry != null && entry.owner != null) {
			this.byOwner.put(entry.owner, lane);
		}
	}

	/** Returns the lane in whose hold a request of the same owner may be nested. */
	@Nullable Lane outer(Waiter waiter) {
		return this.byOwner.get(new Owner(waiter.terms().key(), waiter.owner(), Claim.familyOf(waiter.terms().type())));
	}

	@Override
	public Lane forCaller(String key, Function<String, Lane> create) {
		Lane lane = create.apply(key);
		put(lane, new Entry(null));
		return lane;
	}

	@Override
	public @Nullable Lane find(String key, String token) {
		Lane lane = this.byToken.get(token);
		return (lane != null && lane.key().equals(key)) ? lane : null;
	}

	/**
	 * Notes that a lane uses a new token. Its earlier token has no lease, and may be
	 * swept: rule D (unconfirmed tokens).
	 */
	@Override
	public void uses(Lane lane, String token) {
		Entry entry = this.lanes.get(lane);
		if (entry != null) {
			this.byToken.put(token, lane);
			forget(entry.token, lane);
			entry.token = token;
		}
	}

	@Override
	public boolean isUsed(String token) {
		return !this.forgetsTokens && this.byToken.containsKey(token);
	}

	/** For tests: lets every token count as unused. */
	void forgetTokens() {
		this.forgetsTokens = true;
	}

	@Override
	public void remove(Lane lane) {
		Entry entry = this.lanes.remove(lane);
		if (entry != null) {
			this.byKey.computeIfPresent(lane.key(), (key, lanes) -> {
				lanes.remove(lane);
				return lanes.isEmpty() ? null : lanes;
			});
			forget(entry.token, lane);
			if (entry.owner != null) {
				this.byOwner.remove(entry.owner, lane);
			}
		}
	}

	private void forget(@Nullable String token, Lane lane) {
		if (token != null) {
			this.byToken.remove(token, lane);
		}
	}

	@Override
	public Collection<Lane> all() {
		return this.lanes.keySet();
	}

	@Override
	public Collection<Lane> all(String key) {
		return this.byKey.getOrDefault(key, Set.of());
	}

	private record Owner(String key, Object owner, LockType family) {
	}

	/** Written under the lock of its lane. */
	private static final class Entry {

		private final @Nullable Owner owner;

		private volatile @Nullable String token;

		Entry(@Nullable Owner owner) {
			this.owner = owner;
		}

	}

}

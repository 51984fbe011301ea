package io.lockstarter.engine;

import java.util.Collection;
import java.util.Map;
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

	private final Map<Owner, Lane> byOwner = new ConcurrentHashMap<>();

	private boolean forgetsTokens;

	/** Adds the lane of a new caller. */
	void add(Lane lane, Object owner) {
		Claim claim = lane.claim();
		// A semaphore is not reentrant.
		Owner nests = (claim != null && claim.type() != LockType.SEMAPHORE)
				? new Owner(lane.key(), owner, Claim.familyOf(claim.type())) : null;
		this.lanes.put(lane, new Entry(nests));
		if (nests != null) {
			this.byOwner.put(nests, lane);
		}
	}

	/** Returns the lane in whose hold a request of the same owner may be nested. */
	@Nullable Lane outer(Waiter waiter) {
		return this.byOwner.get(new Owner(waiter.terms().key(), waiter.owner(), Claim.familyOf(waiter.terms().type())));
	}

	@Override
	public Lane forCaller(String key, Function<String, Lane> create) {
		Lane lane = create.apply(key);
		this.lanes.put(lane, new Entry(null));
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
		return this.lanes.keySet().stream().filter((lane) -> lane.key().equals(key)).toList();
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

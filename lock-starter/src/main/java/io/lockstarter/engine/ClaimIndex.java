package io.lockstarter.engine;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;

import io.lockstarter.LockType;
import io.lockstarter.engine.KeyLanes.FirstWaiting;
import io.lockstarter.lane.Hold;
import io.lockstarter.lane.Lane;
import io.lockstarter.lane.Waiter;
import io.lockstarter.store.Claim;
import io.lockstarter.store.MonotonicClock;
import org.jspecify.annotations.Nullable;

/**
 * Finds the lanes of claims. Each caller that waits has a lane of its own. A lane is
 * found by its token, and by the owner of its hold for nested requests.
 */
final class ClaimIndex implements LaneIndex {

	private final AtomicLong numbers = new AtomicLong();

	private final Map<Lane, Entry> lanes = new ConcurrentHashMap<>();

	/** All lanes by their numbers, so that they are always found in the same order. */
	private final Map<Long, Lane> byNumber = new ConcurrentSkipListMap<>();

	private final Map<String, Lane> byToken = new ConcurrentHashMap<>();

	/** The lanes with a hold, if nested requests are possible. */
	private final Map<Owner, Lane> byOwner = new ConcurrentHashMap<>();

	private final Map<String, KeyLanes> byKey = new ConcurrentHashMap<>();

	/** The lanes that no caller uses, by their numbers. */
	private final Map<Long, Lane> spares = new ConcurrentSkipListMap<>();

	private boolean forgetsTokens;

	/**
	 * Adds the lane of a new caller.
	 * @param lane the lane
	 * @param waits whether the caller waits, and can take over the lease of another one
	 */
	void add(Lane lane, boolean waits) {
		Entry entry = new Entry(this.numbers.incrementAndGet(), waits);
		this.lanes.put(lane, entry);
		this.byKey.compute(lane.key(), (key, known) -> {
			KeyLanes lanes = (known != null) ? known : new KeyLanes();
			lanes.add(entry.number, lane);
			if (waits) {
				lanes.addWaiting(lane);
			}
			return lanes;
		});
		// This must be last, because a shutdown or a new subscription can now end the
		// lane.
		this.byNumber.put(entry.number, lane);
	}

	/**
	 * Notes that the caller of a lane has a hold, in which requests of the same owner may
	 * be nested. An owner that is no thread may have several lanes, of which some still
	 * wait. A semaphore is not reentrant.
	 */
	void holds(Hold hold) {
		Lane lane = hold.lane();
		Entry entry = this.lanes.get(lane);
		LockType type = hold.terms().type();
		if (entry != null && type != LockType.SEMAPHORE) {
			Owner owner = new Owner(lane.key(), hold.waiter().owner(), Claim.familyOf(type));
			entry.owner = owner;
			this.byOwner.put(owner, lane);
		}
		if (entry != null && entry.waits) {
			change(lane, (lanes) -> lanes.removeWaiting(lane));
		}
	}

	/** Changes the lanes of a key, if this lane is still one of them. */
	private void change(Lane lane, Consumer<KeyLanes> change) {
		Entry entry = this.lanes.get(lane);
		if (entry != null) {
			this.byKey.computeIfPresent(lane.key(), (key, lanes) -> {
				if (lanes.contains(entry.number)) {
					change.accept(lanes);
				}
				return lanes;
			});
		}
	}

	/** Returns the lane whose caller has waited for the key for the longest time. */
	@Nullable FirstWaiting firstWaiting(String key) {
		AtomicReference<@Nullable FirstWaiting> first = new AtomicReference<>();
		this.byKey.computeIfPresent(key, (name, lanes) -> {
			first.set(lanes.firstWaiting());
			return lanes;
		});
		return first.get();
	}

	/** Notes that the caller of a lane has moved, and that its place is free. */
	void markSpare(Lane lane, long now) {
		Entry entry = this.lanes.get(lane);
		if (entry != null) {
			entry.spareSince = now;
			change(lane, (lanes) -> {
				lanes.markSpare(lane);
				this.spares.put(entry.number, lane);
			});
		}
	}

	/** Returns the time since which no caller uses a lane. */
	long spareSince(Lane lane) {
		Entry entry = this.lanes.get(lane);
		return (entry != null) ? entry.spareSince : MonotonicClock.PAST;
	}

	/**
	 * Returns a lane whose place in the queue no caller uses.
	 * @param key the key
	 * @param claim the claim of the lane; {@code null} for any
	 */
	@Nullable Lane takeSpare(String key, @Nullable Claim claim) {
		AtomicReference<@Nullable Lane> found = new AtomicReference<>();
		if (!this.spares.isEmpty()) {
			this.byKey.computeIfPresent(key, (name, lanes) -> {
				Lane spare = lanes.takeSpare(claim);
				Entry entry = (spare != null) ? this.lanes.get(spare) : null;
				if (entry != null) {
					this.spares.remove(entry.number);
				}
				found.set(spare);
				return lanes;
			});
		}
		return found.get();
	}

	/** Notes that a new caller waits in a lane that was spare. */
	void addWaiting(Lane lane) {
		change(lane, (lanes) -> lanes.addWaiting(lane));
	}

	/** Returns the lanes that no caller uses. */
	Collection<Lane> spares() {
		return this.spares.values();
	}

	/** Returns the lane in whose hold a request of the same owner may be nested. */
	@Nullable Lane outer(Waiter waiter) {
		return this.byOwner.get(new Owner(waiter.terms().key(), waiter.owner(), Claim.familyOf(waiter.terms().type())));
	}

	@Override
	public Lane forCaller(String key, Function<String, Lane> create) {
		Lane lane = create.apply(key);
		add(lane, false);
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
			if (entry.waits) { // again, after its caller could not take a lease
				addWaiting(lane);
			}
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
			this.byNumber.remove(entry.number);
			this.byKey.computeIfPresent(lane.key(), (key, lanes) -> {
				lanes.remove(entry.number, lane);
				this.spares.remove(entry.number);
				return lanes.isEmpty() ? null : lanes;
			});
			forget(entry.token, lane);
			Owner owner = entry.owner;
			if (owner != null) {
				this.byOwner.remove(owner, lane);
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
		return this.byNumber.values();
	}

	@Override
	public Collection<Lane> all(String key) {
		KeyLanes lanes = this.byKey.get(key);
		return (lanes != null) ? lanes.all() : Set.of();
	}

	private record Owner(String key, Object owner, LockType family) {
	}

	/** The owner and the token are written under the lock of the lane. */
	private static final class Entry {

		private final long number;

		private final boolean waits;

		private volatile @Nullable Owner owner;

		private volatile @Nullable String token;

		private volatile long spareSince;

		Entry(long number, boolean waits) {
			this.number = number;
			this.waits = waits;
		}

	}

}

package io.lockstarter.memory;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.IntToLongFunction;

import io.lockstarter.LockType;
import io.lockstarter.store.Claim;
import io.lockstarter.store.Contention;
import io.lockstarter.store.Holder;
import io.lockstarter.store.LockState;
import io.lockstarter.store.MonotonicClock;
import io.lockstarter.store.QueuePlace;
import io.lockstarter.store.QueueRequest;
import io.lockstarter.store.Release;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the fair, read/write and semaphore locks of a store in memory. It decides as
 * {@code claims.lua} does. Guarded by the lock of its store.
 */
final class MemoryClaims {

	private static final int SMALLEST_PURGE = 64;

	private final Map<String, ClaimedKey> keys = new HashMap<>();

	private final MonotonicClock clock;

	private final IntToLongFunction fences;

	private int purgeAt = SMALLEST_PURGE;

	private long lastTicket;

	MemoryClaims(MonotonicClock clock, IntToLongFunction fences) {
		this.clock = clock;
		this.fences = fences;
	}

	/** Returns the keys that may have holders. */
	Set<String> keys() {
		return Set.copyOf(this.keys.keySet());
	}

	Contention acquire(String key, String token, long ttlMillis, @Nullable QueueRequest wait, List<Grant> grants) {
		Claim claim = claimOf(token);
		purge();
		ClaimedKey state = this.keys.computeIfAbsent(key, (name) -> new ClaimedKey());
		long now = this.clock.nanos();
		state.prune(now);
		if (wait != null) {
			state.raiseAlive(token, expiry(wait.aliveMillis()));
		}
		admit(key, state, grants);
		LockType used = state.typeInUse();
		if (used != null && Claim.familyOf(used) != Claim.familyOf(claim.type())) {
			return Contention.conflict(used);
		}
		boolean again = wait != null && wait.again();
		boolean ours = state.holds(token);
		if (!ours && !state.isQueued(token) && !again) {
			if (state.queueIsEmpty() && state.fits(claim)) {
				ours = true;
			}
			else if (wait != null) {
				state.join(token, ++this.lastTicket, expiry(wait.aliveMillis()));
			}
		}
		if (ours) {
			state.hold(token, claim.type(), expiry(ttlMillis));
			return Contention.won(claim.fence() ? this.fences.applyAsLong(1) : 0);
		}
		Holder first = state.firstHolder(now);
		return state.isQueued(token)
				? new Contention(first, new QueuePlace(state.ticket(token), true, state.isFirst(token)))
				: new Contention(first);
	}

	private void admit(String key, ClaimedKey state, List<Grant> grants) {
		long now = this.clock.nanos();
		for (String next = state.firstAlive(now); next != null; next = state.firstAlive(now)) {
			Claim claim = claimOf(next);
			if (!state.fits(claim)) {
				return;
			}
			long ticket = state.leaveWithAllBefore(next);
			state.hold(next, claim.type(), expiry(claim.grantMillis()));
			grants.add(new Grant(key, next, ticket, claim.fence() ? this.fences.applyAsLong(1) : 0));
		}
		state.endQueue();
	}

	boolean release(Release release, List<Grant> grants) {
		ClaimedKey state = live(release.key());
		if (state == null) {
			return false;
		}
		boolean released = state.holds(release.token());
		if (released) {
			state.release(release.token(), (release.keepMillis() > 0) ? expiry(release.keepMillis()) : 0);
		}
		else {
			state.leave(release.token());
		}
		admit(release.key(), state, grants);
		removeIfUnused(release.key(), state);
		return released;
	}

	boolean holds(String key, String token) {
		ClaimedKey state = live(key);
		return state != null && state.holds(token);
	}

	boolean renew(String key, String token, long ttlMillis) {
		ClaimedKey state = live(key);
		if (state == null || !state.holds(token)) {
			return false;
		}
		state.hold(token, claimOf(token).type(), expiry(ttlMillis));
		return true;
	}

	boolean downgrade(String key, String token, List<Grant> grants) {
		ClaimedKey state = live(key);
		if (state == null || !state.holds(token)) {
			return false;
		}
		state.becomeReader(token);
		admit(key, state, grants);
		return true;
	}

	/** Returns the type of the holders or living waiters of a key. */
	@Nullable LockType typeInUse(String key) {
		ClaimedKey state = live(key);
		return (state != null && state.hasHolder()) ? state.typeInUse() : null;
	}

	Optional<LockState> describe(String key) {
		ClaimedKey state = live(key);
		return (state != null && state.hasHolder()) ? Optional.of(state.describe(this.clock.nanos()))
				: Optional.empty();
	}

	int size() {
		return this.keys.size();
	}

	private @Nullable ClaimedKey live(String key) {
		ClaimedKey state = this.keys.get(key);
		if (state != null) {
			state.prune(this.clock.nanos());
			removeIfUnused(key, state);
		}
		return state;
	}

	private void removeIfUnused(String key, ClaimedKey state) {
		if (state.isUnused(this.clock.nanos())) {
			this.keys.remove(key);
		}
	}

	private void purge() {
		if (this.keys.size() >= this.purgeAt) {
			long now = this.clock.nanos();
			this.keys.values().removeIf((state) -> {
				state.prune(now);
				return state.isUnused(now);
			});
			this.purgeAt = Math.max(SMALLEST_PURGE, 2 * this.keys.size());
		}
	}

	private static Claim claimOf(String token) {
		Claim claim = Claim.of(token);
		if (claim == null) {
			throw new IllegalArgumentException("The token '" + token + "' has no claim");
		}
		return claim;
	}

	private long expiry(long millis) {
		return expiry(millis, this.clock);
	}

	/** Returns the time at which a ttl ends that begins now. */
	static long expiry(long millis, MonotonicClock clock) {
		if (millis <= 0) {
			throw new IllegalArgumentException("The ttl must be above zero: " + millis + " ms");
		}
		return MonotonicClock.plus(clock.nanos(), TimeUnit.MILLISECONDS.toNanos(millis));
	}

	/**
	 * A key that was granted to a token in the queue.
	 *
	 * @param key the key
	 * @param token the token
	 * @param ticket its ticket
	 * @param fence its fencing number, or zero
	 */
	record Grant(String key, String token, long ticket, long fence) {
	}

}

package io.lockstarter.memory;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

import io.lockstarter.LockType;
import io.lockstarter.store.Claim;
import io.lockstarter.store.Holder;
import io.lockstarter.store.LockState;
import io.lockstarter.store.LockState.TypedHolder;
import io.lockstarter.store.Release;
import org.jspecify.annotations.Nullable;

/**
 * Holds the holders and the queue of one fair, read/write or semaphore lock.
 */
final class ClaimedKey {

	private final Map<String, Held> holders = new LinkedHashMap<>();

	/** The waiters in the order of their tickets. */
	private final Map<String, Queued> queue = new LinkedHashMap<>();

	void prune(long now) {
		this.holders.values().removeIf((held) -> held.expiry <= now);
	}

	/** Returns whether the key has no holder, and no waiter that may still ask. */
	boolean isUnused(long now) {
		return this.holders.isEmpty() && this.queue.values().stream().allMatch((queued) -> queued.aliveUntil < now);
	}

	boolean hasHolder() {
		return !this.holders.isEmpty();
	}

	@Nullable LockType typeInUse() {
		if (hasHolder()) {
			return this.holders.values().iterator().next().type;
		}
		Claim first = this.queue.isEmpty() ? null : Claim.of(this.queue.keySet().iterator().next());
		return (first != null) ? first.type() : null;
	}

	boolean fits(Claim claim) {
		return switch (claim.type()) {
			case SEMAPHORE -> this.holders.size() < claim.permits();
			case READ -> this.holders.values().stream().allMatch((held) -> held.type == LockType.READ);
			default -> this.holders.isEmpty();
		};
	}

	boolean holds(String token) {
		return this.holders.containsKey(token);
	}

	/** Makes a token a holder, or prolongs its hold: rule A (no shorter ttl). */
	void hold(String token, LockType type, long expiry) {
		Held known = this.holders.get(token);
		this.holders.put(token,
				(known != null) ? new Held(known.type, Math.max(known.expiry, expiry)) : new Held(type, expiry));
	}

	void becomeReader(String token) {
		Held held = Objects.requireNonNull(this.holders.get(token), token);
		this.holders.put(token, new Held(LockType.READ, held.expiry));
	}

	/** Ends a hold. Until the given time, it counts without its token. */
	void release(String token, long keptUntil) {
		Held held = Objects.requireNonNull(this.holders.remove(token), token);
		if (keptUntil > 0) {
			this.holders.put(Release.TOMBSTONE + token, new Held(held.type, keptUntil));
		}
	}

	boolean isQueued(String token) {
		return this.queue.containsKey(token);
	}

	boolean queueIsEmpty() {
		return this.queue.isEmpty();
	}

	boolean isFirst(String token) {
		return this.queue.keySet().iterator().next().equals(token);
	}

	long ticket(String token) {
		return Objects.requireNonNull(this.queue.get(token), token).ticket;
	}

	void join(String token, long ticket, long aliveUntil) {
		this.queue.put(token, new Queued(ticket, aliveUntil));
	}

	void raiseAlive(String token, long aliveUntil) {
		this.queue.computeIfPresent(token,
				(name, queued) -> new Queued(queued.ticket, Math.max(queued.aliveUntil, aliveUntil)));
	}

	/** Removes a token from the queue. Returns its ticket, or zero. */
	long leave(String token) {
		Queued left = this.queue.remove(token);
		return (left != null) ? left.ticket : 0;
	}

	@Nullable String firstAlive(long now) {
		for (Map.Entry<String, Queued> each : this.queue.entrySet()) {
			if (each.getValue().aliveUntil >= now) {
				return each.getKey();
			}
		}
		return null;
	}

	/** Removes a token from the queue, and all before it. Returns its ticket. */
	long leaveWithAllBefore(String token) {
		Iterator<String> tokens = this.queue.keySet().iterator();
		while (!tokens.next().equals(token)) {
			tokens.remove();
		}
		return leave(token);
	}

	void endQueue() {
		this.queue.clear();
	}

	/** Returns the holder that expires first. */
	Holder firstHolder(long now) {
		return describe(now).holders()
			.stream()
			.map(TypedHolder::holder)
			.findFirst()
			.orElse(new Holder(Release.TOMBSTONE, 0));
	}

	LockState describe(long now) {
		List<TypedHolder> described = new ArrayList<>();
		this.holders.forEach((token, held) -> {
			String name = token.startsWith(Release.TOMBSTONE) ? Release.TOMBSTONE : token;
			// Rounded up, so that a waiter that sleeps this long finds the hold expired.
			long left = (held.expiry - now - 1) / TimeUnit.MILLISECONDS.toNanos(1) + 1;
			described.add(new TypedHolder(new Holder(name, left), held.type));
		});
		described.sort(Comparator.comparingLong((each) -> each.holder().remainingMillis()));
		return new LockState(described, List.copyOf(this.queue.keySet()));
	}

	private record Held(LockType type, long expiry) {
	}

	private record Queued(long ticket, long aliveUntil) {
	}

}

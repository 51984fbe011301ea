package io.lockstarter.simulation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

import io.lockstarter.LockType;
import io.lockstarter.store.Claim;
import io.lockstarter.store.Contention;
import io.lockstarter.store.Holder;
import io.lockstarter.store.QueuePlace;
import io.lockstarter.store.QueueRequest;
import io.lockstarter.store.Release;
import org.jspecify.annotations.Nullable;

/**
 * A model of the sorted sets of one fair, read/write or semaphore lock, and of the claim
 * scripts. Each set has an expiry of its own, as a key in Redis has.
 */
public final class SimulatedClaims {

	/** Holders by token; a kept holder has a ~ before its token. */
	public final Map<String, Held> holders = new LinkedHashMap<>();

	private final Map<String, Long> tickets = new LinkedHashMap<>();

	private final Map<String, Long> alive = new HashMap<>();

	/** The times until which waiters should keep their places, whatever the sets say. */
	private final Map<String, Long> promised = new HashMap<>();

	private long holdersExpiry;

	private long queueExpiry;

	private long lastTicket;

	private final LongSupplier now;

	private final SimulationFlaw flaw;

	private final Messages messages;

	SimulatedClaims(LongSupplier now, SimulationFlaw flaw, Messages messages) {
		this.now = now;
		this.flaw = flaw;
		this.messages = messages;
	}

	/** Drops what has expired. */
	public void prune() {
		long time = this.now.getAsLong();
		if (this.holdersExpiry < time) {
			this.holders.clear();
		}
		this.holders.values().removeIf((held) -> held.expiry < time);
		if (this.queueExpiry < time) {
			this.tickets.keySet().forEach((token) -> {
				if (this.promised.getOrDefault(token, 0L) > time) {
					this.messages.broken("Q: a living waiter keeps its place", token);
				}
			});
			this.tickets.clear();
			this.alive.clear();
		}
	}

	Contention acquire(String token, long ttlMillis, @Nullable QueueRequest wait) {
		Claim claim = claim(token);
		prune();
		boolean again = wait != null && wait.again();
		if (wait != null && this.tickets.containsKey(token)) {
			raiseAlive(token, wait.aliveMillis());
		}
		if (!again || this.flaw != SimulationFlaw.REFRESH_DOES_NOT_ADMIT) {
			admit();
		}
		boolean ours = this.holders.containsKey(token);
		if (!ours && !this.tickets.containsKey(token) && !again) {
			if (this.tickets.isEmpty() && fits(claim)) {
				ours = true;
				hold(token, claim.type(), ttlMillis);
			}
			else if (wait != null) {
				join(token, wait);
			}
		}
		if (ours) {
			if (this.flaw != SimulationFlaw.OURS_WITHOUT_RAISING) {
				hold(token, claim.type(), ttlMillis);
			}
			return Contention.won(claim.fence() ? this.messages.fence() : 0);
		}
		Long ticket = this.tickets.get(token);
		Holder first = first();
		return (ticket == null) ? new Contention(first) : new Contention(first,
				new QueuePlace(ticket, true, this.tickets.keySet().iterator().next().equals(token)));
	}

	private void join(String token, QueueRequest wait) {
		long ticket = Math.max(this.lastTicket + 1, this.now.getAsLong() / 1000);
		this.lastTicket = ticket;
		this.tickets.put(token, ticket);
		this.queueExpiry = Math.max(this.queueExpiry, time(wait.aliveMillis()));
		raiseAlive(token, wait.aliveMillis());
	}

	private void raiseAlive(String token, long millis) {
		this.alive.merge(token, time(millis), Math::max);
		this.promised.merge(token, time(millis), Math::max);
		if (this.flaw != SimulationFlaw.REFRESH_WRITES_ONLY_ALIVE) {
			this.queueExpiry = Math.max(this.queueExpiry, time(millis));
		}
	}

	private void hold(String token, LockType type, long ttlMillis) {
		Held known = this.holders.get(token);
		long expiry = time(ttlMillis);
		Held held = (known != null) ? new Held(known.type, Math.max(known.expiry, expiry)) : new Held(type, expiry);
		this.holders.put(token, held);
		setExpiry(held.expiry);
	}

	private void setExpiry(long written) {
		this.holdersExpiry = (this.flaw == SimulationFlaw.EXPIRY_OF_LAST_SCORE) ? written
				: this.holders.values().stream().mapToLong(Held::expiry).max().orElse(0);
	}

	private void admit() {
		while (true) {
			String next = firstAlive();
			if (next == null) {
				if (this.flaw != SimulationFlaw.DEAD_HEAD_BLOCKS) {
					this.tickets.clear();
				}
				return;
			}
			boolean blocked = this.flaw == SimulationFlaw.DEAD_HEAD_BLOCKS
					&& !this.tickets.keySet().iterator().next().equals(next);
			Claim claim = claim(next);
			if (blocked || !fits(claim)) {
				return;
			}
			long ticket = this.tickets.get(next);
			while (!this.tickets.isEmpty() && this.tickets.containsKey(next)) {
				leave(this.tickets.keySet().iterator().next());
			}
			if (this.flaw == SimulationFlaw.PASSED_OVER_AFTER_TELLING && !this.messages.isCounted(next)) {
				this.messages.granted(next, ticket, 0);
				continue;
			}
			hold(next, claim.type(), claim.grantMillis());
			this.messages.granted(next, ticket, claim.fence() ? this.messages.fence() : 0);
		}
	}

	private @Nullable String firstAlive() {
		long time = this.now.getAsLong();
		for (String token : this.tickets.keySet()) {
			if (this.alive.getOrDefault(token, 0L) >= time) {
				return token;
			}
		}
		return null;
	}

	private void leave(String token) {
		this.tickets.remove(token);
		this.alive.remove(token);
		this.promised.remove(token);
	}

	private boolean fits(Claim claim) {
		return switch (claim.type()) {
			case SEMAPHORE -> this.holders.size() < claim.permits();
			case READ -> this.holders.values().stream().allMatch((held) -> held.type == LockType.READ);
			default -> this.holders.isEmpty();
		};
	}

	boolean release(Release release) {
		prune();
		String token = release.token();
		Held held = this.holders.get(token);
		boolean downgraded = held != null && held.type != claim(token).type();
		if (downgraded && this.flaw == SimulationFlaw.RELEASE_UNDER_ONE_LETTER) {
			held = null;
		}
		if (held != null) {
			this.holders.remove(token);
			if (release.keepMillis() > 0) {
				LockType kept = (this.flaw == SimulationFlaw.KEPT_WITHOUT_MODE) ? LockType.READ : held.type;
				this.messages.kept(held.type, time(release.keepMillis()));
				this.holders.put("~" + token, new Held(kept, time(release.keepMillis())));
				setExpiry(time(release.keepMillis()));
			}
		}
		else {
			leave(token);
		}
		admit();
		return held != null;
	}

	boolean renew(String token, long ttlMillis) {
		prune();
		Held held = this.holders.get(token);
		if (held == null) {
			return false;
		}
		hold(token, held.type, ttlMillis);
		return true;
	}

	boolean downgrade(String token) {
		prune();
		Held held = this.holders.get(token);
		if (held == null) {
			return false;
		}
		this.holders.put(token, new Held(LockType.READ, held.expiry));
		admit();
		return true;
	}

	void forget() {
		this.holders.clear();
		this.tickets.clear();
		this.alive.clear();
		this.promised.clear();
	}

	/** Returns the tokens of all holders and waiters that have not expired. */
	public Stream<String> tokens() {
		prune();
		return Stream.concat(this.holders.keySet().stream(), this.tickets.keySet().stream());
	}

	/** Returns the ticket of a waiter, or zero. */
	public long ticket(String token) {
		return this.tickets.getOrDefault(token, 0L);
	}

	/** Returns the times at which a holder, a waiter or a whole set expires. */
	public List<Long> expiries(String token) {
		Held held = this.holders.get(token);
		return List.of((held != null) ? held.expiry : 0, this.alive.getOrDefault(token, 0L),
				this.promised.getOrDefault(token, 0L), (held != null) ? this.holdersExpiry : this.queueExpiry);
	}

	List<String> waiting() {
		return new ArrayList<>(this.tickets.keySet());
	}

	private Holder first() {
		return this.holders.entrySet()
			.stream()
			.min(Comparator.comparingLong((each) -> each.getValue().expiry))
			.map((each) -> new Holder(each.getKey().startsWith("~") ? Release.TOMBSTONE : each.getKey(),
					TimeUnit.NANOSECONDS.toMillis(each.getValue().expiry - this.now.getAsLong()) + 1))
			.orElse(new Holder(Release.TOMBSTONE, 0));
	}

	private long time(long millis) {
		return this.now.getAsLong() + TimeUnit.MILLISECONDS.toNanos(millis);
	}

	private static Claim claim(String token) {
		Claim claim = Claim.of(token);
		if (claim == null) {
			throw new IllegalArgumentException("no claim in " + token);
		}
		return claim;
	}

	/**
	 * A holder.
	 *
	 * @param type the type as which it holds the lock
	 * @param expiry the time on the server's clock
	 */
	public record Held(LockType type, long expiry) {
	}

	/** Connects the model to the server around it. */
	interface Messages {

		void granted(String token, long ticket, long fence);

		boolean isCounted(String token);

		long fence();

		void kept(LockType type, long until);

		void broken(String promise, Object context);

	}

}

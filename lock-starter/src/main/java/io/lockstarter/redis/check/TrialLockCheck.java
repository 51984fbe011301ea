package io.lockstarter.redis.check;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;

import io.lockstarter.store.Lease;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.QueueRequest;
import io.lockstarter.store.Release;
import io.lockstarter.store.Renewal;
import io.lockstarter.store.StoreException;
import io.lockstarter.store.StoreException.Outcome;
import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisConnection;

/**
 * Acquires, renews, waits for and releases a lock with a random key, on all paths of the
 * scripts. So it finds missing permissions for commands or keys, renamed commands, and
 * servers that are too old.
 */
final class TrialLockCheck implements ServerCheck {

	private static final long TTL = 1000;

	private final LockStore store;

	private final String prefix;

	private final String user;

	TrialLockCheck(LockStore store, String prefix, String user) {
		this.store = store;
		this.prefix = prefix;
		this.user = user;
	}

	@Override
	public List<Finding> check(RedisConnection connection) {
		String key = newKey();
		Set<String> missing = new MissingRights(connection, this.prefix, key, this.store.confirmsGrants()).find();
		return missing.isEmpty() ? refusals(key) : List.of(missing(String.join(" ", missing)));
	}

	static String newKey() {
		return "~trial:" + UUID.randomUUID();
	}

	private Finding missing(String rights) {
		return Finding.dangerous("A trial lock was refused: the user lacks a permission (NOPERM). The Redis user '"
				+ this.user + "' needs " + rights + ".", "Grant it: ACL SETUSER " + this.user + " " + rights);
	}

	private List<Finding> refusals(String key) {
		// The queue accepts only tokens of this format.
		String holder = "trial-" + "0".repeat(22) + ":1:1";
		String waiter = "trial-" + "1".repeat(22) + ":1:1";
		List<Runnable> steps = List.of(() -> this.store.acquire(key, holder, TTL),
				() -> this.store.renew(List.of(new Renewal(new Trial(key, holder), 2 * TTL))),
				() -> this.store.contend(key, holder, 3 * TTL, null), () -> this.store.inspect(key),
				() -> this.store.contend(key, waiter, TTL, new QueueRequest(TTL, TTL, false, false)),
				() -> this.store.contend(key, waiter, TTL, new QueueRequest(TTL, TTL, true, false)),
				() -> this.store.release(new Release(key, holder, 0)),
				() -> this.store.releaseAll(List.of(new Release(key, waiter, TTL))),
				() -> this.store.release(new Release(key, Release.TOMBSTONE, 0)),
				// If a step was refused, the lock may still have another value.
				() -> this.store.release(new Release(key, waiter, 0)),
				() -> this.store.release(new Release(key, holder, 0)));
		// All steps run, so that no key remains. The first refusal is enough to report.
		List<StoreException> refusals = steps.stream().map(TrialLockCheck::run).filter(Objects::nonNull).toList();
		return refusals.stream()
			.limit(1)
			.map((refusal) -> Finding.dangerous("A trial lock was refused. " + refusal.getMessage(),
					"Locks need Redis " + VersionCheck.OLDEST + ".0 or later, without renamed commands."))
			.toList();
	}

	private static @Nullable StoreException run(Runnable step) {
		try {
			step.run();
			return null;
		}
		catch (StoreException ex) {
			if (ex.outcome() != Outcome.REFUSED) {
				throw ex;
			}
			return ex;
		}
	}

	private record Trial(String key, String token) implements Lease {
	}

}

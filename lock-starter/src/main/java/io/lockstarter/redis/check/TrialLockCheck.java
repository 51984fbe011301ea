package io.lockstarter.redis.check;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import io.lockstarter.store.Lease;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.Release;
import io.lockstarter.store.Renewal;
import io.lockstarter.store.StoreException;
import io.lockstarter.store.StoreException.Outcome;
import io.lockstarter.store.Wait;

import org.springframework.data.redis.connection.RedisConnection;

/**
 * Takes, renews and releases a lock that nobody else knows, along all paths of the
 * scripts. So it finds a missing permission for a command or for the keys, whatever
 * commands the store needs, and a server that renames them.
 */
final class TrialLockCheck implements ServerCheck {

	private static final long TTL = 1000;

	private final LockStore store;

	TrialLockCheck(LockStore store) {
		this.store = store;
	}

	@Override
	public List<Finding> check(RedisConnection connection) {
		String key = "~trial:" + UUID.randomUUID();
		List<Runnable> steps = List.of(() -> this.store.acquire(key, "first", TTL),
				() -> this.store.renew(List.of(new Renewal(new Trial(key, "first"), 2 * TTL))),
				() -> this.store.contend(key, "first", 3 * TTL, null), () -> this.store.inspect(key),
				() -> this.store.release(new Release(key, "first", 0)), () -> this.store.acquire(key, "third", TTL),
				() -> this.store.contend(key, "second", TTL, new Wait(TTL, TTL, false, true)),
				() -> this.store.releaseAll(List.of(new Release(key, "third", TTL))),
				// What is kept has the tombstone for a token, and then perhaps the one
				// that
				// waits: nothing stays behind, not for a moment.
				() -> this.store.release(new Release(key, Release.TOMBSTONE, 0)),
				() -> this.store.release(new Release(key, "second", 0)));
		List<Finding> findings = new ArrayList<>();
		steps.forEach((step) -> run(step, findings));
		return findings.stream().distinct().toList();
	}

	private static void run(Runnable step, List<Finding> findings) {
		try {
			step.run();
		}
		catch (StoreException ex) {
			if (ex.outcome() != Outcome.REFUSED) {
				throw ex;
			}
			findings.add(Finding.dangerous("A trial lock was refused. " + ex.getMessage(),
					"Allow this on all keys that begin with distributed-lock.key-prefix."));
		}
	}

	private record Trial(String key, String token) implements Lease {
	}

}

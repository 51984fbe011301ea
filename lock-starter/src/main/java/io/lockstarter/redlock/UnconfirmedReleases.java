package io.lockstarter.redlock;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.lettuce.core.RedisCommandExecutionException;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.MonotonicClock;
import io.lockstarter.store.Release;

/**
 * Ensures that a node receives all releases. If the connection ends before a release was
 * confirmed, the release is kept. It is sent first over each new connection, until the
 * node answers. Meanwhile its token must not be used on this node, since the release
 * would remove the new lock.
 */
final class UnconfirmedReleases {

	/** A limit for long outages. The locks of further releases expire. */
	static final int MOST = 10_000;

	private final Map<String, Unconfirmed> byToken = new LinkedHashMap<>();

	private final Keys keys;

	private final MonotonicClock clock;

	UnconfirmedReleases(Keys keys, MonotonicClock clock) {
		this.keys = keys;
		this.clock = clock;
	}

	/** Sends releases, and keeps them if the node does not answer. */
	CompletableFuture<List<Object>> send(Node node, ReleaseBatch part) {
		return sendOnce(node, part).exceptionallyCompose((failure) -> {
			boolean again = isUnsettled(failure) && !node.keep(part.entries());
			return again ? settling(part.entries(), sendOnce(node, part)) : CompletableFuture.failedFuture(failure);
		});
	}

	private static CompletableFuture<List<Object>> sendOnce(Node node, ReleaseBatch part) {
		return node.send((connection, wanted) -> part.run(connection), () -> true);
	}

	synchronized void add(List<Release> missed) {
		long now = this.clock.nanos();
		for (Release release : missed) {
			if (this.byToken.size() < MOST) {
				this.byToken.putIfAbsent(release.token(), new Unconfirmed(release, now));
			}
		}
	}

	synchronized boolean has(String token) {
		return this.byToken.containsKey(token);
	}

	/** Sends all kept releases over a new connection. */
	void sendAll(NodeConnection connection) {
		List<Release> missed = all();
		for (int from = 0; from < missed.size(); from += LockStore.LARGEST_BATCH) {
			List<Release> part = missed.subList(from, Math.min(missed.size(), from + LockStore.LARGEST_BATCH));
			var unused = settling(part, new ReleaseBatch(this.keys, part).run(connection));
		}
	}

	private synchronized List<Release> all() {
		long now = this.clock.nanos();
		return this.byToken.values().stream().map((entry) -> entry.at(now)).toList();
	}

	/** Forgets releases after their reply. Without a reply, they are sent again later. */
	private CompletableFuture<List<Object>> settling(List<Release> part, CompletableFuture<List<Object>> sent) {
		return sent.whenComplete((reply, failure) -> {
			if (failure == null || !isUnsettled(failure)) {
				settled(part);
			}
		});
	}

	private synchronized void settled(List<Release> answered) {
		answered.forEach((release) -> this.byToken.remove(release.token()));
	}

	/** Returns whether the server has not answered. */
	private static boolean isUnsettled(Throwable failure) {
		return !(RedlockFailures.unwrapped(failure) instanceof RedisCommandExecutionException);
	}

	private record Unconfirmed(Release release, long since) {

		/** Returns the release with the remaining time of its minimum hold. */
		Release at(long now) {
			long keep = this.release.keepMillis() - TimeUnit.NANOSECONDS.toMillis(now - this.since);
			return new Release(this.release.key(), this.release.token(), Math.max(0, keep), this.release.fence());
		}

	}

}

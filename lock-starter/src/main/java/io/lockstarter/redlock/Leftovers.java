package io.lockstarter.redlock;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import io.lockstarter.store.Release;

/**
 * Holds the releases that a node has not confirmed before its connection ended: they are
 * sent first over each new connection, until one of them is answered. Meanwhile their
 * tokens must not be used on this node, or the release would take away what they win.
 */
final class Leftovers {

	/** In a long outage there may be very many; those above it end with their ttl. */
	static final int MOST = 10_000;

	private final Map<String, Leftover> byToken = new LinkedHashMap<>();

	synchronized void add(Release release, long now) {
		if (this.byToken.size() < MOST) {
			this.byToken.putIfAbsent(release.token(), new Leftover(release, now));
		}
	}

	synchronized List<Release> all(long now) {
		List<Release> all = new ArrayList<>();
		this.byToken.values().forEach((leftover) -> all.add(leftover.at(now)));
		return all;
	}

	/** The node has answered these; they need not be among the leftovers. */
	synchronized void settled(List<Release> answered) {
		answered.forEach((release) -> this.byToken.remove(release.token()));
	}

	synchronized boolean has(String token) {
		return this.byToken.containsKey(token);
	}

	private record Leftover(Release release, long since) {

		/** What is left of a minimum hold is not more than it was. */
		Release at(long now) {
			long keep = this.release.keepMillis() - TimeUnit.NANOSECONDS.toMillis(now - this.since);
			return new Release(this.release.key(), this.release.token(), Math.max(0, keep), this.release.fence());
		}

	}

}

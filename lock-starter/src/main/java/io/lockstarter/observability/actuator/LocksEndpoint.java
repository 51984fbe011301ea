package io.lockstarter.observability.actuator;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

import io.lockstarter.engine.LockEngine;
import io.lockstarter.engine.LockSnapshot;
import io.lockstarter.engine.TokenHash;
import io.lockstarter.internal.InstanceId;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.Selector.Match;

/**
 * Shows the locks of this instance, and what the lock server knows of one lock.
 */
@Endpoint(id = "locks")
public class LocksEndpoint {

	private final LockEngine engine;

	private final LockMethods methods;

	private final KeyMask mask;

	private final InstantSource wallClock;

	/**
	 * Creates the endpoint.
	 * @param engine the instance
	 * @param methods finds annotated methods
	 * @param mask masks keys
	 * @param wallClock the clock for the times that it shows
	 */
	public LocksEndpoint(LockEngine engine, LockMethods methods, KeyMask mask, InstantSource wallClock) {
		this.engine = engine;
		this.methods = methods;
		this.mask = mask;
		this.wallClock = wallClock;
	}

	/**
	 * Lists what this instance holds and waits for. It sends no command.
	 * @return the description
	 */
	@ReadOperation
	public LocksDescription locks() {
		Instant now = this.wallClock.instant();
		List<LocksDescription.Held> holds = new ArrayList<>();
		List<LocksDescription.Waiting> waiting = new ArrayList<>();
		List<LockSnapshot> all = this.engine.snapshot();
		for (LockSnapshot lock : all) {
			LockSnapshot.Holder holder = lock.holder();
			if (holder != null) {
				holds.add(held(lock.key(), holder, LockSnapshot.waiting(lock.key(), all), now));
			}
			lock.waiters().forEach((waiter) -> waiting.add(waiting(lock.key(), waiter, now)));
		}
		return new LocksDescription(InstanceId.parse(this.engine.instance()).toString(), holds, waiting);
	}

	/**
	 * Asks the lock server for the holders and the queue of one lock.
	 * @param key the key; slashes in it are part of the path
	 * @return the description, also of a free lock
	 */
	@ReadOperation
	public LockDescription lock(@Selector(match = Match.ALL_REMAINING) String... key) {
		String joined = join(key);
		String shown = this.mask.apply(joined);
		return this.engine.inspect(joined)
			.map((info) -> LockDescription.of(shown, info))
			.orElseGet(() -> LockDescription.free(shown));
	}

	final String mask(String key) {
		return this.mask.apply(key);
	}

	static String join(String... segments) {
		return String.join("/", segments);
	}

	private LocksDescription.Held held(String key, LockSnapshot.Holder holder, int waiters, Instant now) {
		return new LocksDescription.Held(this.mask.apply(key), holder.request().name(), holder.request().type(),
				this.methods.find(holder.request().name(), holder.owner()), thread(holder.owner()),
				now.minus(holder.held()), holder.remaining(), (holder.fence() > 0) ? holder.fence() : null,
				TokenHash.of(holder.token()), waiters);
	}

	private LocksDescription.Waiting waiting(String key, LockSnapshot.Waiting waiter, Instant now) {
		return new LocksDescription.Waiting(this.mask.apply(key), waiter.request().name(), waiter.request().type(),
				this.methods.find(waiter.request().name(), waiter.owner()), thread(waiter.owner()),
				now.minus(waiter.waited()));
	}

	private static @Nullable String thread(Object owner) {
		return (owner instanceof Thread thread) ? thread.getName() : null;
	}

}

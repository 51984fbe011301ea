package io.lockstarter.testsupport;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

import io.lockstarter.store.WakeUps;

/**
 * Records the wake-ups of an instance: {@code "key token"}, in order, and their tickets.
 */
public final class RecordedWakeUps implements WakeUps {

	private final List<String> grants = new CopyOnWriteArrayList<>();

	private final List<Long> tickets = new CopyOnWriteArrayList<>();

	private final List<Long> fences = new CopyOnWriteArrayList<>();

	private final AtomicInteger subscribed = new AtomicInteger();

	@Override
	public void subscribed() {
		this.subscribed.incrementAndGet();
	}

	@Override
	public void unsubscribed() {
	}

	@Override
	public void granted(String key, String token, long ticket) {
		this.tickets.add(ticket);
		this.grants.add(key + " " + token);
	}

	@Override
	public void granted(String key, String token, long ticket, long fence) {
		this.fences.add(fence);
		granted(key, token, ticket);
	}

	/** Returns the fencing numbers, in the order of the grants. */
	public List<Long> fences() {
		return this.fences;
	}

	public List<String> grants() {
		return this.grants;
	}

	public List<Long> tickets() {
		return this.tickets;
	}

	/** Returns the number of subscriptions so far. */
	public int subscriptions() {
		return this.subscribed.get();
	}

}

package io.lockstarter.memory;

import java.util.ArrayList;
import java.util.List;

import io.lockstarter.store.QueueRequest;

/**
 * The state of a key that is taken.
 *
 * @param token the token of its holder
 * @param expiry the time at which it expires
 * @param queue the waiters, in order
 */
record Entry(String token, long expiry, List<Waiting> queue) {

	static Entry of(String token, long expiry) {
		return new Entry(token, expiry, List.of());
	}

	boolean isOf(String token) {
		return this.token.equals(token);
	}

	/** Prolongs the entry. Its expiry never becomes earlier: rule A (no shorter ttl). */
	Entry until(long expiry) {
		return new Entry(this.token, Math.max(this.expiry, expiry), this.queue);
	}

	boolean hasWaiting(String token) {
		return this.queue.stream().anyMatch((waiting) -> waiting.token().equals(token));
	}

	/**
	 * Adds a waiter at the end of the queue. A waiter that is there already keeps its
	 * place.
	 */
	Entry with(Waiting mine) {
		String token = mine.token();
		List<Waiting> others = new ArrayList<>(this.queue);
		if (hasWaiting(token)) {
			others.replaceAll((waiting) -> waiting.token().equals(token) ? mine.atLeast(waiting) : waiting);
		}
		else {
			others.add(mine);
		}
		return new Entry(this.token, this.expiry, others);
	}

	Entry without(String token) {
		return new Entry(this.token, this.expiry,
				this.queue.stream().filter((waiting) -> !waiting.token().equals(token)).toList());
	}

	/**
	 * A waiter in the queue.
	 *
	 * @param token the token to which the key is granted
	 * @param request how it waits
	 * @param counted whether it had a subscriber when it last asked
	 * @param ticket changes whenever it asks
	 * @param aliveUntil the time until which it counts without a subscriber
	 */
	record Waiting(String token, QueueRequest request, boolean counted, long ticket, long aliveUntil) {

		/**
		 * Keeps the longer times of an earlier request, since this request may be late:
		 * rule A (no shorter ttl).
		 */
		Waiting atLeast(Waiting before) {
			long grant = Math.max(this.request.grantMillis(), before.request.grantMillis());
			return new Waiting(this.token,
					new QueueRequest(grant, this.request.aliveMillis(), this.request.again(),
							this.request.subscribed()),
					this.counted, this.ticket, Math.max(this.aliveUntil, before.aliveUntil));
		}

		String instance() {
			return instanceOf(this.token);
		}

		static String instanceOf(String token) {
			int colon = token.indexOf(':');
			return (colon < 0) ? token : token.substring(0, colon);
		}

	}

}

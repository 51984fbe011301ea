package io.lockstarter.memory;

import java.util.ArrayList;
import java.util.List;

import io.lockstarter.store.Wait;

/**
 * What is known of a key that is taken.
 *
 * @param token of its holder
 * @param expiry when it ends
 * @param queue those who wait for it, the first of them first
 */
record Entry(String token, long expiry, List<Waiting> queue) {

	static Entry of(String token, long expiry) {
		return new Entry(token, expiry, List.of());
	}

	boolean isOf(String token) {
		return this.token.equals(token);
	}

	/** Never shortened (rule A). */
	Entry until(long expiry) {
		return new Entry(this.token, Math.max(this.expiry, expiry), this.queue);
	}

	boolean hasWaiting(String token) {
		return this.queue.stream().anyMatch((waiting) -> waiting.token().equals(token));
	}

	/** Whoever waits already keeps its place; whoever comes anew goes to the end. */
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
	 * One who waits.
	 *
	 * @param token under which it is granted
	 * @param how in which way it waits
	 * @param counted whether it had a subscriber when it last asked
	 * @param ticket changes whenever it asks
	 * @param aliveUntil until when it counts without a subscriber
	 */
	record Waiting(String token, Wait how, boolean counted, long ticket, long aliveUntil) {

		/** An older request that comes late shortens nothing (rule A). */
		Waiting atLeast(Waiting before) {
			long grant = Math.max(this.how.grantMillis(), before.how.grantMillis());
			return new Waiting(this.token, new Wait(grant, this.how.aliveMillis(), this.how.again(), this.how.hears()),
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

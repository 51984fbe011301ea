package io.lockstarter.core;

import java.util.ArrayList;
import java.util.List;

import io.lockstarter.store.Wait;

/**
 * A lock in the {@linkplain SimulatedRedis model} of Redis.
 *
 * @param token who has it
 * @param expiry until when, on the server's clock
 * @param queue who waits for it
 */
record SimulatedLock(String token, long expiry, List<Waiting> queue) {

	int rank(String waiting) {
		for (int i = 0; i < this.queue.size(); i++) {
			if (this.queue.get(i).token.equals(waiting)) {
				return i;
			}
		}
		return -1;
	}

	/** The same with somebody at the end, or in its old place. */
	SimulatedLock with(Waiting waiting) {
		List<Waiting> changed = new ArrayList<>(this.queue);
		int rank = rank(waiting.token);
		if (rank < 0) {
			changed.add(waiting);
		}
		else {
			changed.set(rank, waiting.atLeast(changed.get(rank)));
		}
		return new SimulatedLock(this.token, this.expiry, changed);
	}

	/** The entry of a token that waits. */
	Waiting waiting(String token) {
		return this.queue.get(rank(token));
	}

	static String instanceOf(String token) {
		int colon = token.indexOf(':');
		return (colon < 0) ? token : token.substring(0, colon);
	}

	SimulatedLock without(String waiting) {
		List<Waiting> changed = new ArrayList<>(this.queue);
		changed.removeIf((other) -> other.token.equals(waiting));
		return new SimulatedLock(this.token, this.expiry, changed);
	}

	/**
	 * An entry of the queue.
	 *
	 * @param token whom to grant it to
	 * @param how and how
	 * @param counted whether the server counted its subscriber when it last asked
	 * @param ticket until when it counts as alive otherwise, on the server's clock
	 */
	record Waiting(String token, Wait how, boolean counted, long ticket) {

		Waiting atLeast(Waiting before) {
			long grant = Math.max(this.how.grantMillis(), before.how.grantMillis());
			return new Waiting(this.token, new Wait(grant, this.how.aliveMillis(), this.how.again(), this.how.hears()),
					this.counted, Math.max(this.ticket, before.ticket));
		}

		String instance() {
			return instanceOf(this.token);
		}

	}

	/**
	 * The counter of its fencing numbers.
	 *
	 * @param value the last number
	 * @param expiry until when it is known
	 */
	record Counter(long value, long expiry) {
	}

}

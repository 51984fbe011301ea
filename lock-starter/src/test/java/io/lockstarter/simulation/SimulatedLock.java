package io.lockstarter.simulation;

import java.util.ArrayList;
import java.util.List;

import io.lockstarter.store.QueueRequest;

/**
 * A lock in the {@linkplain SimulatedRedis model} of Redis.
 *
 * @param token the token of the holder
 * @param expiry the expiry, on the server's clock
 * @param queue the waiters, in order
 */
public record SimulatedLock(String token, long expiry, List<Waiting> queue) {

	public int rank(String waiting) {
		for (int i = 0; i < this.queue.size(); i++) {
			if (this.queue.get(i).token.equals(waiting)) {
				return i;
			}
		}
		return -1;
	}

	/** Returns this lock with a waiter at the end of the queue, or in its old place. */
	public SimulatedLock with(Waiting waiting) {
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

	/** Returns the entry of a waiting token. */
	public Waiting waiting(String token) {
		return this.queue.get(rank(token));
	}

	public static String instanceOf(String token) {
		int colon = token.indexOf(':');
		return (colon < 0) ? token : token.substring(0, colon);
	}

	public SimulatedLock without(String waiting) {
		List<Waiting> changed = new ArrayList<>(this.queue);
		changed.removeIf((other) -> other.token.equals(waiting));
		return new SimulatedLock(this.token, this.expiry, changed);
	}

	/**
	 * An entry of the queue.
	 *
	 * @param token the token to which the key is granted
	 * @param queueRequest how it waits
	 * @param counted whether the server counted its subscriber when it last asked
	 * @param ticket the time until which it counts without a subscriber, on the server's
	 * clock
	 */
	public record Waiting(String token, QueueRequest queueRequest, boolean counted, long ticket) {

		Waiting atLeast(Waiting before) {
			long grant = Math.max(this.queueRequest.grantMillis(), before.queueRequest.grantMillis());
			return new Waiting(this.token, new QueueRequest(grant, this.queueRequest.aliveMillis(),
					this.queueRequest.again(), this.queueRequest.subscribed()), this.counted,
					Math.max(this.ticket, before.ticket));
		}

		String instance() {
			return instanceOf(this.token);
		}

	}

	/**
	 * The counter of its fencing numbers.
	 *
	 * @param value the last number
	 * @param expiry the expiry, on the server's clock
	 */
	public record Counter(long value, long expiry) {
	}

}

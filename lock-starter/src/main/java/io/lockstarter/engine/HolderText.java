package io.lockstarter.engine;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

import io.lockstarter.internal.InstanceId;
import io.lockstarter.lane.Hold;
import io.lockstarter.lane.Lane;
import io.lockstarter.lane.Waiter;
import org.jspecify.annotations.Nullable;

/**
 * Describes the holder of a lock for the exception of a waiter: "held by shop@pod-7 for
 * 12 s, 3 waiting". It only reads what this instance knows already, takes no lock and
 * sends no command.
 */
final class HolderText {

	/** A longer chain of waiting threads is not followed. */
	private static final int LONGEST_CHAIN = 100;

	private final InstantSource wallClock;

	private final Function<Lane, @Nullable Hold> holdOf;

	/**
	 * Creates the descriptions of an instance.
	 * @param wallClock the clock of tokens
	 * @param holdOf returns the hold that callers of a lane wait for, if it is in this
	 * instance
	 */
	HolderText(InstantSource wallClock, Function<Lane, @Nullable Hold> holdOf) {
		this.wallClock = wallClock;
		this.holdOf = holdOf;
	}

	/**
	 * Describes the holder.
	 * @param waiter the caller that waited
	 * @param hold the hold, if this instance holds the lock
	 * @param token the token that the lock server named last, if any
	 * @param waiting the number of other callers of this instance that wait
	 * @param now the time
	 * @return the text, or an empty text if the holder is not known
	 */
	String describe(Waiter waiter, @Nullable Hold hold, @Nullable String token, int waiting, long now) {
		StringBuilder text = new StringBuilder();
		if (hold != null) {
			text.append("held by ")
				.append(InstanceId.parse(hold.lease().token()))
				.append(" (")
				.append(owner(hold.waiter().owner()))
				.append(" of this instance) for ")
				.append(time(Duration.ofNanos(now - hold.grantedAt())));
		}
		else if (token != null && Tokens.instanceOf(token).isPresent()) {
			text.append("held by ").append(InstanceId.parse(token));
			Tokens.timeOf(token)
				.ifPresent((since) -> text.append(" for ")
					.append(time(Duration.between(since, this.wallClock.instant()))));
		}
		else if (token != null) {
			text.append(ForeignValue.describe(token));
		}
		if (!text.isEmpty() && waiting > 0) {
			text.append(", ").append(waiting).append(" waiting here");
		}
		return text.append((hold != null) ? deadlock(waiter, hold) : "").toString();
	}

	/**
	 * Returns a text about the deadlock that includes this waiter, if there is one: the
	 * holder waits for a key, whose holder waits, and so on, until one of them waits for
	 * a key that this caller holds. A thread that waits for a lane is parked on it.
	 */
	private String deadlock(Waiter waiter, Hold first) {
		List<String> chain = new ArrayList<>();
		Hold hold = first;
		for (int i = 0; i < LONGEST_CHAIN; i++) {
			Object owner = hold.waiter().owner();
			if (owner == waiter.owner()) {
				return ". This is a deadlock: " + owner(owner) + " waits for '" + waiter.terms().key() + "'"
						+ String.join("", chain) + ". Acquire the keys in the same order everywhere";
			}
			Object blocker = (owner instanceof Thread thread) ? LockSupport.getBlocker(thread) : null;
			Hold next = (blocker instanceof Lane lane) ? this.holdOf.apply(lane) : null;
			if (next == null) {
				return "";
			}
			chain.add(", which " + owner(owner) + " holds; it waits for '" + next.lease().key() + "'");
			if (next.waiter().owner() == waiter.owner()) {
				chain.add(", which " + owner(waiter.owner()) + " holds");
			}
			hold = next;
		}
		return "";
	}

	static String owner(Object owner) {
		return (owner instanceof Thread thread) ? "thread '" + thread.getName() + "'" : "an asynchronous caller";
	}

	private static String time(Duration duration) {
		long millis = Math.max(0, duration.toMillis());
		return (millis < 1000) ? millis + " ms" : millis / 1000 + " s";
	}

}

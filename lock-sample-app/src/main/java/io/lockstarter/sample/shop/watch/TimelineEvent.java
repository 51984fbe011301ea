package io.lockstarter.sample.shop.watch;

import java.util.Locale;

import com.fasterxml.jackson.annotation.JsonValue;

/**
 * Describes an event of a lock of this instance.
 *
 * @param at the time in milliseconds since 1970
 * @param kind the kind of event
 * @param instance the instance
 * @param key the key of the lock
 * @param hold an id that all events of one lease share. It is not the token, because any
 * program with the token can release the lock.
 * @param millis the time waited or held
 * @param waiting the number of waiters for the key in this instance now
 * @param note the reason of a failure or loss
 */
public record TimelineEvent(long at, Kind kind, String instance, String key, String hold, long millis, int waiting,
		String note) {

	public enum Kind {

		/** A caller begins to wait for the lock. */
		WAITING,

		ACQUIRED,

		/** The lock was not acquired: it was busy for too long, or Redis failed. */
		REFUSED,

		RELEASED,

		LOST,

		RENEWED,

		RENEWAL_FAILED,

		/** The lock goes to another caller of this instance. A release follows. */
		HANDED_ON,

		/** A caller starts to work without the lock. */
		ENTERED,

		LEFT;

		@JsonValue
		String text() {
			return name().toLowerCase(Locale.ROOT).replace('_', '-');
		}

	}

}

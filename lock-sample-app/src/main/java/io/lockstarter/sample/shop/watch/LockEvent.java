package io.lockstarter.sample.shop.watch;

import java.util.Locale;

import com.fasterxml.jackson.annotation.JsonValue;

/**
 * Something that happened to a lock of this instance.
 *
 * @param at when, in milliseconds since 1970
 * @param kind what
 * @param instance where
 * @param key the key of the lock
 * @param hold the same for all events of one lease, and told apart from other leases; not
 * the token itself, which would let anybody release the lock
 * @param millis how long it was waited for, or held
 * @param waiting how many wait for the key in this instance now
 * @param note what else there is to say
 */
public record LockEvent(long at, Kind kind, String instance, String key, String hold, long millis, int waiting,
		String note) {

	public enum Kind {

		/** Somebody asks for the lock. */
		ASKED,

		ACQUIRED,

		/** Not acquired: busy for too long, or the lock server failed. */
		REFUSED,

		RELEASED,

		LOST,

		RENEWED,

		RENEWAL_FAILED,

		/** Somebody works on what the lock protects, without the lock. */
		ENTERED,

		LEFT;

		@JsonValue
		String text() {
			return name().toLowerCase(Locale.ROOT).replace('_', '-');
		}

	}

}

package io.lockstarter.observability.metrics;

import io.micrometer.common.docs.KeyName;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.docs.MeterDocumentation;

/**
 * Names the meters of the locks. {@code docs/observability.md} describes them. The key of
 * a lock is never a tag, since there may be millions of keys.
 */
public enum LockMeter implements MeterDocumentation {

	/** The time that calls took to acquire a lock or to fail. */
	ACQUIRE("acquire", Meter.Type.TIMER, Tag.NAME, Tag.TYPE, Tag.OUTCOME),

	/** The time for which locks were held. */
	HOLD("hold", Meter.Type.TIMER, Tag.NAME, Tag.TYPE, Tag.OUTCOME),

	/** The number of callers of this instance that wait now. */
	WAITERS("waiters", Meter.Type.GAUGE, Tag.NAME, Tag.TYPE),

	/** The number of locks that this instance holds now. */
	HOLDS("holds", Meter.Type.GAUGE, Tag.NAME, Tag.TYPE),

	/** The time since the oldest hold began; zero if there is no hold. */
	OLDEST_HOLD("oldest.hold", Meter.Type.GAUGE, Tag.NAME, Tag.TYPE, Tag.LEADER),

	/** The number of lost locks. */
	LOSSES("losses", Meter.Type.COUNTER, Tag.NAME, Tag.TYPE, Tag.REASON),

	/** The number of renewals, confirmed and failed ones. */
	RENEWALS("renewals", Meter.Type.COUNTER, Tag.NAME, Tag.TYPE, Tag.OUTCOME),

	/** The delay of the last check of the watchdog, which delays all renewals. */
	RENEWAL_LAG("renewal.lag", Meter.Type.GAUGE),

	/** The number of hand-offs between callers of this instance. */
	HAND_OFFS("hand.offs", Meter.Type.COUNTER, Tag.NAME, Tag.TYPE),

	/** The number of locks that another instance has granted to this one. */
	WAKE_UPS("wake.ups", Meter.Type.COUNTER, Tag.NAME, Tag.TYPE),

	/** The number of failed commands to the lock server. */
	ERRORS("errors", Meter.Type.COUNTER, Tag.NAME, Tag.TYPE, Tag.OPERATION, Tag.KIND),

	/** The number of tokens that may be in the lock server without a lease. */
	UNCONFIRMED_TOKENS("unconfirmed.tokens", Meter.Type.GAUGE),

	/** The number of events that were dropped because a listener was too slow. */
	DROPPED_EVENTS("dropped.events", Meter.Type.COUNTER);

	private static final String PREFIX = "distributed.lock.";

	private final String name;

	private final Meter.Type type;

	@SuppressWarnings("ImmutableEnumChecker") // never changed, and copied for callers
	private final KeyName[] tags;

	LockMeter(String name, Meter.Type type, KeyName... tags) {
		this.name = PREFIX + name;
		this.type = type;
		this.tags = tags;
	}

	@Override
	public String getName() {
		return this.name;
	}

	@Override
	public Meter.Type getType() {
		return this.type;
	}

	@Override
	public KeyName[] getKeyNames() {
		return this.tags.clone();
	}

	/** Names the tags of the meters. */
	public enum Tag implements KeyName {

		/** The name of the lock: the template of its key. */
		NAME,

		/** The type of the lock, such as {@code exclusive}. */
		TYPE,

		/** The way in which a call, a hold or a renewal ended. */
		OUTCOME,

		/** Whether the locks are those of leaders, which are held for long. */
		LEADER,

		/** The reason of a loss, as in {@code LockLostException.Reason}. */
		REASON,

		/** The operation that failed: {@code acquire}, {@code renew}, {@code release}. */
		OPERATION,

		/**
		 * What is known of a failed command: {@code refused}, {@code not_applied},
		 * {@code unknown} or {@code other}.
		 */
		KIND;

		@Override
		public String asString() {
			return LowerCase.of(this);
		}

	}

}

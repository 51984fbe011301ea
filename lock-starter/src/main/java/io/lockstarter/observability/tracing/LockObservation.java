package io.lockstarter.observability.tracing;

import io.micrometer.common.docs.KeyName;
import io.micrometer.observation.docs.ObservationDocumentation;

/**
 * Names the observations of the locks. {@code docs/observability.md} describes them. The
 * names differ from those of the meters, so that meters of observations can be refused.
 */
public enum LockObservation implements ObservationDocumentation {

	/** A call that acquires a lock, from the request to the result. */
	ACQUIRE("lock.acquire"),

	/** A hold, from its beginning to the release or the loss. */
	HOLD("lock.hold");

	private final String name;

	LockObservation(String name) {
		this.name = name;
	}

	@Override
	public String getName() {
		return this.name;
	}

	@Override
	public KeyName[] getLowCardinalityKeyNames() {
		return LowCardinality.values();
	}

	@Override
	public KeyName[] getHighCardinalityKeyNames() {
		return HighCardinality.values();
	}

	/** Names the values that have few different values. */
	public enum LowCardinality implements KeyName {

		/** The name of the lock: the template of its key. */
		NAME("lock.name"),

		/** The type of the lock, such as {@code exclusive}. */
		TYPE("lock.type"),

		/** The way in which the call or the hold ended. */
		OUTCOME("lock.outcome");

		private final String text;

		LowCardinality(String text) {
			this.text = text;
		}

		@Override
		public String asString() {
			return this.text;
		}

	}

	/** Names the values that have many different values. */
	public enum HighCardinality implements KeyName {

		/** The key of the lock. */
		KEY("lock.key");

		private final String text;

		HighCardinality(String text) {
			this.text = text;
		}

		@Override
		public String asString() {
			return this.text;
		}

	}

}

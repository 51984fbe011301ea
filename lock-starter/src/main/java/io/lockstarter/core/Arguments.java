package io.lockstarter.core;

/** Refuses what callers without null checks may pass. */
final class Arguments {

	private Arguments() {
	}

	static void check(boolean ok, String otherwise) {
		if (!ok) {
			throw new IllegalArgumentException(otherwise);
		}
	}

}

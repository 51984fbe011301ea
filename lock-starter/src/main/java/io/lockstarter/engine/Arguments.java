package io.lockstarter.engine;

/** Checks arguments, since callers may have no null checks. */
final class Arguments {

	private Arguments() {
	}

	static void check(boolean ok, String otherwise) {
		if (!ok) {
			throw new IllegalArgumentException(otherwise);
		}
	}

}

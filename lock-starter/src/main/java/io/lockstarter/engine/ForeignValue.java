package io.lockstarter.engine;

import java.util.regex.Pattern;

import io.lockstarter.store.Release;

/**
 * Describes a value under the key of a lock that is not a token of this library. It does
 * not show the value, with which another library could release the lock.
 */
enum ForeignValue {

	SHEDLOCK("ADDED:.+@.*", "the value looks like one of ShedLock"),

	UUID("\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}",
			"the value is a UUID, as lock4j and Spring Integration write it"),

	OTHER(".*", "the value is not a token of lock-starter");

	private final Pattern format;

	private final String words;

	ForeignValue(String format, String words) {
		this.format = Pattern.compile(format, Pattern.DOTALL);
		this.words = words;
	}

	/**
	 * Describes the holder of a lock by the value under its key.
	 * @param value the value, which is not a token of this library
	 * @return the text
	 */
	static String describe(String value) {
		if (value.equals(Release.TOMBSTONE)) {
			return "kept after its release, until the end of its minHold";
		}
		for (ForeignValue kind : values()) {
			if (kind.format.matcher(value).matches()) {
				return "held by another program, since " + kind.words;
			}
		}
		throw new IllegalStateException("One of the formats matches each value");
	}

}

package io.lockstarter.sample.shop;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

import com.fasterxml.jackson.annotation.JsonValue;

/** The ways to buy, which differ in nothing but the lock. */
enum Way {

	/** Without a lock: sells pieces that are not there. */
	NONE,

	/** Under {@code @DistributedLock}. */
	ANNOTATION,

	/** Under a lock of {@code LockService}. */
	SERVICE,

	/** Under a lock with a fence, which the database checks. */
	FENCED;

	@JsonValue
	String text() {
		return name().toLowerCase(Locale.ROOT);
	}

	static Way of(String text) {
		return Arrays.stream(values())
			.filter((way) -> way.text().equals(text))
			.findFirst()
			.orElseThrow(() -> new IllegalArgumentException("A lock is one of "
					+ Arrays.stream(values()).map(Way::text).collect(Collectors.joining(", ")) + "; not " + text));
	}

}

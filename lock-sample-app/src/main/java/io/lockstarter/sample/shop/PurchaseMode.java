package io.lockstarter.sample.shop;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

import com.fasterxml.jackson.annotation.JsonValue;

/** Lists the kinds of purchase. They differ only in the lock. */
public enum PurchaseMode {

	/** Without a lock: the shop oversells. */
	NONE,

	/** Under {@code @DistributedLock}. */
	ANNOTATION,

	/** Under a lock of {@code LockService}. */
	SERVICE,

	/** Under a lock with a fencing number, which the database checks. */
	FENCED;

	@JsonValue
	String text() {
		return name().toLowerCase(Locale.ROOT);
	}

	public static PurchaseMode of(String text) {
		return Arrays.stream(values())
			.filter((mode) -> mode.text().equals(text))
			.findFirst()
			.orElseThrow(() -> new IllegalArgumentException("The lock must be one of "
					+ Arrays.stream(values()).map(PurchaseMode::text).collect(Collectors.joining(", ")) + ", but is "
					+ text));
	}

}

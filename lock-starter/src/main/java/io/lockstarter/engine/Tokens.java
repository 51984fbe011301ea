package io.lockstarter.engine;

import java.nio.ByteBuffer;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Creates the tokens of one instance:
 * {@code <name>-<128 random bits>:<counter>:<millis>}. The random bits are drawn once,
 * when the instance starts: rule N (instance ids). After that a token costs one
 * increment. Only operators read the name and the time.
 */
final class Tokens {

	private static final int RADIX = 36;

	private final String instance;

	private final String prefix;

	private final InstantSource wallClock;

	private final AtomicLong counter = new AtomicLong();

	Tokens(String instance, InstantSource wallClock) {
		this.instance = instance;
		this.prefix = instance + ':';
		this.wallClock = wallClock;
	}

	static Tokens draw(String name, InstantSource wallClock) {
		UUID random = UUID.randomUUID();
		byte[] bits = ByteBuffer.allocate(16)
			.putLong(random.getMostSignificantBits())
			.putLong(random.getLeastSignificantBits())
			.array();
		String id = Base64.getUrlEncoder().withoutPadding().encodeToString(bits);
		// The name must not contain the separator of the parts, or the mark of a key
		// without a holder.
		return new Tokens(name.replaceAll("[^\\w.-]", "_") + '-' + id, wallClock);
	}

	String instance() {
		return this.instance;
	}

	String next() {
		return this.prefix + Long.toString(this.counter.incrementAndGet(), RADIX) + ':'
				+ Long.toString(this.wallClock.millis(), RADIX);
	}

	boolean isOurs(String token) {
		return token.startsWith(this.prefix);
	}

	static Optional<String> instanceOf(String token) {
		String[] parts = token.split(":", -1);
		return (parts.length == 3) ? Optional.of(parts[0]) : Optional.empty();
	}

	static Optional<Instant> timeOf(String token) {
		String[] parts = token.split(":", -1);
		if (parts.length != 3) {
			return Optional.empty();
		}
		try {
			return Optional.of(Instant.ofEpochMilli(Long.parseLong(parts[2], RADIX)));
		}
		catch (NumberFormatException | DateTimeException ex) {
			return Optional.empty();
		}
	}

}

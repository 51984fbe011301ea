package io.lockstarter.engine;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

import io.lockstarter.store.Claim;

/**
 * Creates the tokens of one instance:
 * {@code <name>-<128 random bits>:<counter>:<millis>}. The random bits are drawn once,
 * when the instance starts: rule N (instance ids). After that a token costs one
 * increment. Only operators read the name and the time.
 */
final class Tokens {

	private static final int RADIX = 36;

	/** The digits of the highest number. */
	private static final int MOST_DIGITS = 13;

	private final String instance;

	private final String prefix;

	/** The prefix, which is ASCII. */
	private final byte[] start;

	private final InstantSource wallClock;

	private final AtomicLong counter = new AtomicLong();

	Tokens(String instance, InstantSource wallClock) {
		this.instance = instance;
		this.prefix = instance + ':';
		this.start = this.prefix.getBytes(StandardCharsets.ISO_8859_1);
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

	/**
	 * Returns a new token. It writes the digits itself: {@code Long.toString} with this
	 * radix needs three times the memory of the token.
	 */
	String next() {
		byte[] token = Arrays.copyOf(this.start, this.start.length + 2 * MOST_DIGITS + 1);
		int end = append(token, this.start.length, this.counter.incrementAndGet());
		token[end] = ':';
		end = append(token, end + 1, Math.max(0, this.wallClock.millis()));
		return new String(token, 0, end, StandardCharsets.ISO_8859_1);
	}

	/** Writes a number that is not negative, and returns the index after its digits. */
	private static int append(byte[] text, int from, long number) {
		int digits = 1;
		for (long rest = number / RADIX; rest > 0; rest /= RADIX) {
			digits++;
		}
		long rest = number;
		for (int i = from + digits - 1; i >= from; i--) {
			text[i] = (byte) Character.forDigit((int) (rest % RADIX), RADIX);
			rest /= RADIX;
		}
		return from + digits;
	}

	/** Returns a token that describes a claim. */
	String next(Claim claim) {
		return next() + claim;
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
			return Optional.of(Instant.ofEpochMilli(Long.parseLong(Claim.withoutClaim(parts[2]), RADIX)));
		}
		catch (NumberFormatException | DateTimeException ex) {
			return Optional.empty();
		}
	}

}

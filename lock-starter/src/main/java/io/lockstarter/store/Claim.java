package io.lockstarter.store;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.lockstarter.LockType;
import org.jspecify.annotations.Nullable;

/**
 * Describes how one caller claims a lock of a type other than {@link LockType#EXCLUSIVE}.
 * Its text is the end of every token of that caller. So all commands with one token agree
 * on the claim, and a token alone is enough to release or renew it.
 *
 * @param type the type; never {@link LockType#EXCLUSIVE}
 * @param grantMillis the ttl with which the lock is granted to the token in the queue
 * @param fence whether a fencing number is taken with the lock
 * @param permits the number of holders at the same time, for a semaphore; otherwise zero
 */
public record Claim(LockType type, long grantMillis, boolean fence, int permits) {

	private static final char END = '.';

	private static final Pattern FORMAT = Pattern.compile("\\.([frsw])(\\d{1,15})(#?)(?:/(\\d{1,9}))?\\.$");

	public Claim {
		if (type == LockType.EXCLUSIVE) {
			throw new IllegalArgumentException("An exclusive lock has no claim");
		}
		if (grantMillis <= 0) {
			throw new IllegalArgumentException("The ttl of a grant must be above zero: " + grantMillis + " ms");
		}
		if ((type == LockType.SEMAPHORE) != (permits > 0)) {
			throw new IllegalArgumentException("A claim of type " + type + " cannot have " + permits + " permits");
		}
	}

	/**
	 * Returns whether a token contains a claim, without reading it.
	 * @param token the token
	 * @return {@code false} if the token is for an exclusive lock
	 */
	public static boolean isIn(String token) {
		return !token.isEmpty() && token.charAt(token.length() - 1) == END;
	}

	/**
	 * Reads the claim in a token.
	 * @param token the token
	 * @return the claim; {@code null} if the token is for an exclusive lock
	 */
	public static @Nullable Claim of(String token) {
		if (!isIn(token)) {
			return null;
		}
		Matcher matcher = FORMAT.matcher(token);
		if (!matcher.find()) {
			return null;
		}
		String permits = matcher.group(4);
		return new Claim(typeOf(matcher.group(1).charAt(0)), Long.parseLong(matcher.group(2)),
				!matcher.group(3).isEmpty(), (permits != null) ? Integer.parseInt(permits) : 0);
	}

	/**
	 * Returns the part of a token before its claim.
	 * @param token the token
	 * @return the token as for an exclusive lock
	 */
	public static String withoutClaim(String token) {
		return isIn(token) ? FORMAT.matcher(token).replaceFirst("") : token;
	}

	/**
	 * Returns the type that a letter stands for, in tokens and in the lock server.
	 * @param letter the letter
	 * @return the type
	 */
	public static LockType typeOf(char letter) {
		return switch (letter) {
			case 'f' -> LockType.FAIR;
			case 'r' -> LockType.READ;
			case 's' -> LockType.SEMAPHORE;
			case 'w' -> LockType.WRITE;
			case 'x' -> LockType.EXCLUSIVE;
			default -> throw new IllegalArgumentException("No type of lock has the letter '" + letter + "'");
		};
	}

	/**
	 * Returns the type under which another lock may share a key with this type.
	 * @param type a type
	 * @return the same for {@link LockType#READ} and {@link LockType#WRITE}
	 */
	public static LockType familyOf(LockType type) {
		return (type == LockType.WRITE) ? LockType.READ : type;
	}

	/**
	 * Returns the letter of the type.
	 * @return the letter
	 */
	public char letter() {
		return Character.toLowerCase(this.type.name().charAt(0));
	}

	/** Returns the text for the end of a token. */
	@Override
	public String toString() {
		return "." + letter() + this.grantMillis + (this.fence ? "#" : "")
				+ ((this.permits > 0) ? "/" + this.permits : "") + END;
	}

}

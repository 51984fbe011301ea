package io.lockstarter.key;

/**
 * Writes a value so that its end can be found again in the key.
 * <p>
 * The value ends where the literal text after it begins; the first character (code point)
 * of that text is the <em>terminator</em>. In the value, the terminator and the escape
 * mark {@code %} are percent-encoded: mark and two hex digits for each byte of UTF-8. So
 * are unpaired surrogates (in the three bytes that UTF-8 would have for them), since
 * every one of them would reach Redis as the same {@code ?}.
 * <p>
 * Before text that begins with {@code %} itself the mark is {@code ~}. With {@code %} as
 * both mark and terminator, the values {@code a%} and {@code 25x} of {@code #<a>%#<b>}
 * would give {@code a%25%25x}, and so would {@code a} and {@code 25%x}.
 * <p>
 * Why it is injective: read a key from the left. A mark always begins a code, whose first
 * byte tells its length; any other character stands for itself. So the first terminator
 * that is not inside a code is the end of the value (a code may have it inside, {@code 5}
 * is {@code %35}), and what was read is the value. The same holds for the rest of the key
 * after the literal text, and a value with nothing after it ends with the key.
 */
final class Escape {

	private static final int NO_TERMINATOR = -1;

	private static final String HEX = "0123456789ABCDEF";

	private final int terminator;

	private final char mark;

	private Escape(int terminator) {
		this.terminator = terminator;
		this.mark = (terminator == '%') ? '~' : '%';
	}

	static Escape before(String literal) {
		return new Escape(literal.isEmpty() ? NO_TERMINATOR : literal.codePointAt(0));
	}

	void append(StringBuilder key, String value) {
		int plain = plainPrefix(value);
		key.append(value, 0, plain);
		for (int i = plain; i < value.length();) {
			int character = value.codePointAt(i);
			if (character == this.mark || character == this.terminator || isUnpaired(character)) {
				appendCode(key, character);
			}
			else {
				key.appendCodePoint(character);
			}
			i += Character.charCount(character);
		}
	}

	private int plainPrefix(String value) {
		int length = value.length();
		for (int i = 0; i < length; i++) {
			char c = value.charAt(i);
			if (c == this.mark || c == this.terminator || Character.isSurrogate(c)) {
				return i;
			}
		}
		return length;
	}

	private void appendCode(StringBuilder key, int character) {
		if (character < 0x80) {
			appendByte(key, character);
			return;
		}
		int continuations = (character < 0x800) ? 1 : (character < 0x10000) ? 2 : 3;
		int lead = (0xFF00 >> (continuations + 1)) & 0xFF;
		appendByte(key, lead | (character >> (6 * continuations)));
		for (int i = continuations - 1; i >= 0; i--) {
			appendByte(key, 0x80 | ((character >> (6 * i)) & 0x3F));
		}
	}

	private void appendByte(StringBuilder key, int value) {
		key.append(this.mark).append(HEX.charAt(value >> 4)).append(HEX.charAt(value & 0xF));
	}

	private static boolean isUnpaired(int character) {
		return character >= Character.MIN_SURROGATE && character <= Character.MAX_SURROGATE;
	}

}

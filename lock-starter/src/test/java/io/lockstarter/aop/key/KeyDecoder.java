package io.lockstarter.aop.key;

import java.util.ArrayList;
import java.util.List;

/**
 * Recovers the values from a key and the literals of its template. It is written from the
 * specification, not from the code. If it works for every key, then two different lists
 * of values never give the same key.
 */
public final class KeyDecoder {

	private KeyDecoder() {
	}

	public static List<String> decode(String key, List<String> literals) {
		List<String> values = new ArrayList<>();
		String rest = strip(key, literals.get(0));
		for (String literal : literals.subList(1, literals.size())) {
			StringBuilder value = new StringBuilder();
			int end = read(rest, literal.isEmpty() ? -1 : literal.codePointAt(0), value);
			values.add(value.toString());
			rest = strip(rest.substring(end), literal);
		}
		if (!rest.isEmpty()) {
			throw new IllegalStateException("Left over: " + rest);
		}
		return values;
	}

	private static int read(String text, int terminator, StringBuilder value) {
		char mark = (terminator == '%') ? '~' : '%';
		int i = 0;
		while (i < text.length() && text.codePointAt(i) != terminator) {
			int character = text.codePointAt(i);
			if (character != mark) {
				value.appendCodePoint(character);
				i += Character.charCount(character);
				continue;
			}
			int lead = octet(text, i);
			int more = (lead < 0x80) ? 0 : (lead < 0xE0) ? 1 : (lead < 0xF0) ? 2 : 3;
			int decoded = (more == 0) ? lead : lead & (0x3F >> more);
			i += 3;
			for (int j = 0; j < more; j++, i += 3) {
				decoded = (decoded << 6) | (octet(text, i) & 0x3F);
			}
			value.appendCodePoint(decoded);
		}
		return i;
	}

	private static int octet(String text, int mark) {
		return Integer.parseInt(text.substring(mark + 1, mark + 3), 16);
	}

	private static String strip(String text, String prefix) {
		if (!text.startsWith(prefix)) {
			throw new IllegalStateException(text + " does not start with " + prefix);
		}
		return text.substring(prefix.length());
	}

}

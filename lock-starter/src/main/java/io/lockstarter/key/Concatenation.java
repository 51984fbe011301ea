package io.lockstarter.key;

import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Notices a key that is written as one SpEL expression, {@code 'order:' + #id}, as other
 * annotations want it. Here its quotes and plus would silently become part of the key.
 */
final class Concatenation {

	// Stand-ins from the private use area, for what the parser has already understood.
	private static final char CLOSED = '\uE000';

	private static final char SHORTHAND = '\uE001';

	private static final Pattern SUSPECT = Pattern.compile("""
			['"]\\s*+\\+\\s*+[\uE000\uE001]\
			|[\uE000\uE001]\\s*+\\+\\s*+['"]\
			|\uE001\\s*+\\+\\s*+\uE001\
			|^\\s*+(?:'[^']*+'|"[^"]*+")\\s*+\\+\
			|['"\uE001]\\.concat\\(""");

	private final String template;

	private final char[] skeleton;

	Concatenation(String template) {
		this.template = template;
		this.skeleton = template.toCharArray();
	}

	void closed(int start, int end) {
		Arrays.fill(this.skeleton, start, end, CLOSED);
	}

	void shorthand(int start, int end) {
		Arrays.fill(this.skeleton, start, end, SHORTHAND);
	}

	void refuse() {
		Matcher matcher = SUSPECT.matcher(new String(this.skeleton));
		if (matcher.find()) {
			throw new Site(this.template, matcher.start()).refuse(
					"this looks like SpEL that puts strings together, but text outside of #<…> is taken as it is",
					"leave out quotes and plus, order:#<id>, or put all of the expression inside: #<a + '-' + b>");
		}
	}

}

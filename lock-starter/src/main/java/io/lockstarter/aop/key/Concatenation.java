package io.lockstarter.aop.key;

import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Detects a key that is written as one SpEL expression, {@code 'order:' + #id}. Other
 * annotations expect such keys. Here the quotes and the plus would silently become part
 * of the key.
 */
final class Concatenation {

	// Characters of the private use area replace the text that the parser has already
	// read.
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
			throw new TemplatePosition(this.template, matcher.start()).refuse(
					"this looks like a SpEL concatenation, but text outside of #<…> is used literally",
					"remove quotes and plus, order:#<id>, or put the whole expression inside: #<a + '-' + b>");
		}
	}

}

package io.lockstarter.aop.key;

/**
 * Finds the end of {@code #order.id}. A name consists of letters, digits and underscores.
 * A dot belongs to it if another name follows.
 */
final class Shorthand {

	private Shorthand() {
	}

	static int end(String template, int start) {
		int end = name(template, start + 1);
		if (end == start + 1) {
			throw new TemplatePosition(template, start).refuse("no name follows this #",
					"name a parameter, #<id>, or write ## for a literal #");
		}
		while (end < template.length() && template.charAt(end) == '.' && !isConcat(template, end)) {
			int next = name(template, end + 1);
			if (next == end + 1) {
				break;
			}
			end = next;
		}
		refuseHalfExpression(template, start, end);
		return end;
	}

	private static int name(String template, int start) {
		int end = start;
		while (end < template.length()) {
			int c = template.codePointAt(end);
			boolean allowed = (end == start) ? Character.isLetter(c) : Character.isLetterOrDigit(c);
			if (!allowed && c != '_') {
				break;
			}
			end += Character.charCount(c);
		}
		return end;
	}

	// Concatenation reports this case with a better fix.
	private static boolean isConcat(String template, int dot) {
		return template.startsWith(".concat(", dot);
	}

	private static void refuseHalfExpression(String template, int start, int end) {
		if (template.startsWith("(", end) || template.startsWith("[", end) || template.startsWith("?.", end)) {
			String name = template.substring(start + 1, end);
			throw new TemplatePosition(template, end)
				.refuse("#" + name + " ends here, and the rest would be plain text", "write the whole expression as #<"
						+ name + template.charAt(end) + "…>, or write #<" + name + "> before plain text");
		}
	}

}

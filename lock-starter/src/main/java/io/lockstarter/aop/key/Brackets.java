package io.lockstarter.aop.key;

/**
 * Finds the end of a placeholder.
 */
final class Brackets {

	// SpEL parses by recursion, and no key needs a greater depth.
	private static final int MAX_DEPTH = 50;

	private Brackets() {
	}

	/**
	 * Finds the end of an expression.
	 * @param template the text
	 * @param start the index at which the placeholder begins, with {@code #<} or
	 * <code>#{</code>
	 * @param end the character that ends it, outside of brackets and quotes
	 * @return the index of that character
	 */
	static int endOfExpression(String template, int start, char end) {
		int[] open = new int[MAX_DEPTH];
		int depth = 0;
		for (int i = start + 2; i < template.length(); i++) {
			char c = template.charAt(i);
			if (c == end && depth == 0) {
				return i;
			}
			if (c == '\'' || c == '"') {
				int quote = template.indexOf(c, i + 1);
				if (quote < 0) {
					throw new TemplatePosition(template, i).refuse("the quote is never closed", "close it with " + c);
				}
				i = quote;
			}
			else if ("([{".indexOf(c) >= 0) {
				if (depth == MAX_DEPTH) {
					throw new TemplatePosition(template, i).refuse("more than " + MAX_DEPTH + " brackets are open",
							"compute the value in a method of an argument, and name that");
				}
				open[depth++] = i;
			}
			else if (")]}".indexOf(c) >= 0 && depth > 0) {
				depth--;
			}
		}
		int position = (depth > 0) ? open[depth - 1] : start;
		String what = template.substring(position, position + ((depth > 0) ? 1 : 2));
		throw new TemplatePosition(template, position).refuse(what + " is never closed",
				(depth > 0) ? "close the bracket" : "close it with " + end + ", or write ## for a literal #");
	}

	/**
	 * Finds the end of a property placeholder, which may contain other placeholders.
	 * @param template the text
	 * @param start the index of <code>${</code>
	 * @return the index of the closing brace
	 */
	static int endOfProperty(String template, int start) {
		int depth = 0;
		for (int i = start + 1; i < template.length(); i++) {
			if (template.charAt(i) == '{') {
				depth++;
			}
			else if (template.charAt(i) == '}' && --depth == 0) {
				return i;
			}
		}
		throw new TemplatePosition(template, start).refuse("${ is never closed", "close it with }");
	}

}

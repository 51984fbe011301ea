package io.lockstarter.key;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * What stands between {@code #<} and {@code >}: an expression on the arguments of a call.
 * Text that came in as an argument is a value, never an expression.
 */
interface ArgumentExpression {

	/**
	 * SpEL parses and evaluates by recursion, so that a text of unlimited length could
	 * use up the stack.
	 */
	int MAX_LENGTH = 1000;

	Pattern PATH = Pattern.compile("#?+[\\p{L}_$][\\p{L}\\p{Nd}_$]*+(?:\\.[\\p{L}_$][\\p{L}\\p{Nd}_$]*+)*+");

	Set<String> LITERALS = Set.of("true", "false", "null");

	@Nullable Object evaluate(@Nullable Object[] arguments);

	/**
	 * The types whose members it reads and whose text it may need, as far as declared
	 * types tell.
	 * @return the types
	 */
	Set<Class<?>> types();

	/**
	 * Reads an expression, by the fast way if it is a parameter with a path of
	 * properties.
	 * @param text the expression
	 * @param site where its first character stands
	 * @param parameters the parameters that it may name
	 * @return the expression, checked as far as it can be without arguments
	 */
	static ArgumentExpression parse(String text, Site site, Parameters parameters) {
		String expression = text.strip();
		if (expression.isEmpty()) {
			throw site.refuse("the expression is empty", "name a parameter: #<id>");
		}
		if (expression.length() > MAX_LENGTH) {
			throw site.refuse("the expression has more than " + MAX_LENGTH + " characters",
					"compute the value in a method of an argument, and name that");
		}
		if (text.contains("${")) {
			throw site.plus(text.indexOf("${"))
				.refuse("${…} cannot stand inside an expression", "move it out, into the text around the expression");
		}
		Site start = site.plus(text.indexOf(expression));
		if (PATH.matcher(expression).matches() && !isLiteral(expression, parameters)) {
			return PropertyPath.parse(expression, start, parameters);
		}
		return SpelArgumentExpression.parse(expression, start, parameters);
	}

	private static boolean isLiteral(String expression, Parameters parameters) {
		return LITERALS.contains(expression.toLowerCase(Locale.ROOT)) && !parameters.has(expression);
	}

}

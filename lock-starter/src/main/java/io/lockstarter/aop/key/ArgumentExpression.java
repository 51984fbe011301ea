package io.lockstarter.aop.key;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Evaluates the expression between {@code #<} and {@code >} on the arguments of a call.
 * The text of an argument is always a value, never an expression.
 */
interface ArgumentExpression {

	/**
	 * Limits the length, because SpEL parses and evaluates by recursion. A longer text
	 * could overflow the stack.
	 */
	int MAX_LENGTH = 1000;

	Pattern PATH = Pattern.compile("#?+[\\p{L}_$][\\p{L}\\p{Nd}_$]*+(?:\\.[\\p{L}_$][\\p{L}\\p{Nd}_$]*+)*+");

	Set<String> LITERALS = Set.of("true", "false", "null");

	@Nullable Object evaluate(@Nullable Object[] arguments);

	/**
	 * Returns the declared types whose members the expression reads, or whose text it may
	 * need.
	 * @return the types
	 */
	Set<Class<?>> types();

	/**
	 * Parses an expression. A parameter with a path of properties takes the fast way.
	 * @param text the expression
	 * @param site the position of its first character
	 * @param parameters the parameters that it may name
	 * @return the expression, checked as far as possible without arguments
	 */
	static ArgumentExpression parse(String text, TemplatePosition site, Parameters parameters) {
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
		TemplatePosition start = site.plus(text.indexOf(expression));
		if (isPath(expression, parameters)) {
			return PropertyPath.parse(expression, start, parameters);
		}
		return SpelArgumentExpression.parse(expression, start, parameters);
	}

	/** Returns whether a text is a parameter with a path of properties. */
	static boolean isPath(String expression, Parameters parameters) {
		return PATH.matcher(expression).matches() && !isLiteral(expression, parameters);
	}

	private static boolean isLiteral(String expression, Parameters parameters) {
		return LITERALS.contains(expression.toLowerCase(Locale.ROOT)) && !parameters.has(expression);
	}

}

package io.lockstarter.aop.key;

import java.lang.reflect.Method;
import java.util.Set;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;

/**
 * Decides by a SpEL expression on the arguments whether a call is locked:
 * {@code #amount > 100}, or {@code amount > 100}, or the same inside <code>#{…}</code>.
 * It can read only the arguments, as in a {@link KeyTemplate}.
 * <p>
 * In contrast to a key, <code>${…}</code> is replaced before the expression is parsed. So
 * <code>#amount > ${limit}</code> and <code>${shop.locking:true}</code> work. The
 * environment is trusted, and may contain expressions here.
 * <p>
 * Immutable, and safe for use by many threads.
 */
public final class ConditionExpression {

	private final TemplatePosition site;

	private final int parameters;

	private final ArgumentExpression expression;

	private ConditionExpression(TemplatePosition site, int parameters, ArgumentExpression expression) {
		this.site = site;
		this.parameters = parameters;
		this.expression = expression;
	}

	/**
	 * Parses a condition.
	 * @param condition the expression
	 * @param method the method whose parameters the expression may name
	 * @param environment replaces <code>${…}</code>, and throws if it cannot
	 * @return the condition
	 * @throws KeyTemplateException if the condition is wrong
	 */
	public static ConditionExpression parse(String condition, Method method, UnaryOperator<String> environment) {
		String text = condition;
		if (condition.contains("${")) {
			text = EnvironmentProperties.resolve(condition, new TemplatePosition(condition, condition.indexOf("${")),
					environment);
		}
		TemplatePosition site = new TemplatePosition(text, 0);
		Parameters parameters = Parameters.of(method);
		ArgumentExpression expression = isWrapped(text)
				? ArgumentExpression.parse(text.substring(2, text.length() - 1), site.plus(2), parameters)
				: ArgumentExpression.parse(text, site, parameters);
		if (expression instanceof PropertyPath path && DeclaredType.isExact(path.type()) && path.type() != boolean.class
				&& path.type() != Boolean.class) {
			throw notBoolean(site, "of type " + path.type().getSimpleName());
		}
		if (expression instanceof SpelArgumentExpression spel && spel.isLiteral()) {
			checked(spel.evaluate(new Object[0]), site);
		}
		return new ConditionExpression(site, parameters.argumentCount(), expression);
	}

	private static boolean isWrapped(String text) {
		return (text.startsWith("#{") && Brackets.endOfExpression(text, 0, '}') == text.length() - 1)
				|| (text.startsWith("#<") && text.endsWith(">"));
	}

	/**
	 * Evaluates the condition for the arguments of a call.
	 * @param arguments all arguments of the method, in order
	 * @return the result of the expression
	 * @throws KeyTemplateException if the expression fails or is not a boolean
	 */
	public boolean matches(@Nullable Object[] arguments) {
		if (arguments.length != this.parameters) {
			throw new IllegalArgumentException(
					this.parameters + " arguments expected for " + this + ", not " + arguments.length);
		}
		return checked(this.expression.evaluate(arguments), this.site);
	}

	private static boolean checked(@Nullable Object value, TemplatePosition site) {
		if (value instanceof Boolean result) {
			return result;
		}
		throw notBoolean(site, (value != null) ? "of type " + value.getClass().getSimpleName() : "null");
	}

	/**
	 * Returns the declared types whose members the condition reads.
	 * @return the types
	 */
	public Set<Class<?>> types() {
		return this.expression.types();
	}

	private static KeyTemplateException notBoolean(TemplatePosition site, String what) {
		return site.refuse("the condition is " + what + ", not true or false",
				"compare it: #amount > 100, #id != null");
	}

	@Override
	public String toString() {
		return this.site.template();
	}

}

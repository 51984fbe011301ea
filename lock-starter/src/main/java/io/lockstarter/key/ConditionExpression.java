package io.lockstarter.key;

import java.lang.reflect.Method;
import java.util.Set;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;

/**
 * A SpEL expression on the arguments that says whether a call is to be locked:
 * {@code #amount > 100}, or {@code amount > 100}, or the same inside <code>#{…}</code>.
 * It reaches the arguments only, as in a {@link KeyTemplate}.
 * <p>
 * Unlike in a key, <code>${…}</code> is put into the expression before that is parsed, so
 * that <code>#amount > ${limit}</code> and <code>${shop.locking:true}</code> work: the
 * environment is trusted to hold expressions here.
 * <p>
 * Immutable, and safe for use by many threads.
 */
public final class ConditionExpression {

	private final Site site;

	private final int parameters;

	private final ArgumentExpression expression;

	private ConditionExpression(Site site, int parameters, ArgumentExpression expression) {
		this.site = site;
		this.parameters = parameters;
		this.expression = expression;
	}

	/**
	 * Parses a condition.
	 * @param condition the expression
	 * @param method the method whose parameters it may name
	 * @param environment replaces <code>${…}</code>, and throws if it cannot
	 * @return the condition
	 * @throws KeyTemplateException if it is wrong
	 */
	public static ConditionExpression parse(String condition, Method method, UnaryOperator<String> environment) {
		String text = condition;
		if (condition.contains("${")) {
			text = Properties.resolve(condition, new Site(condition, condition.indexOf("${")), environment);
		}
		Site site = new Site(text, 0);
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
		return new ConditionExpression(site, parameters.count(), expression);
	}

	private static boolean isWrapped(String text) {
		return (text.startsWith("#{") && Brackets.endOfExpression(text, 0, '}') == text.length() - 1)
				|| (text.startsWith("#<") && text.endsWith(">"));
	}

	/**
	 * Evaluates the condition for the arguments of a call.
	 * @param arguments all arguments of the method, in order
	 * @return what the expression says
	 * @throws KeyTemplateException if it fails or is not a boolean
	 */
	public boolean matches(@Nullable Object[] arguments) {
		if (arguments.length != this.parameters) {
			throw new IllegalArgumentException(
					this.parameters + " arguments expected for " + this + ", not " + arguments.length);
		}
		return checked(this.expression.evaluate(arguments), this.site);
	}

	private static boolean checked(@Nullable Object value, Site site) {
		if (value instanceof Boolean result) {
			return result;
		}
		throw notBoolean(site, (value != null) ? "of type " + value.getClass().getSimpleName() : "null");
	}

	/**
	 * The types whose members the condition reads, as far as declared types tell.
	 * @return the types
	 */
	public Set<Class<?>> types() {
		return this.expression.types();
	}

	private static KeyTemplateException notBoolean(Site site, String what) {
		return site.refuse("the condition is " + what + ", not true or false",
				"compare it: #amount > 100, #id != null");
	}

	@Override
	public String toString() {
		return this.site.template();
	}

}

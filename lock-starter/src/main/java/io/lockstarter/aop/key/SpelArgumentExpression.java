package io.lockstarter.aop.key;

import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.springframework.expression.EvaluationContext;
import org.springframework.expression.ParseException;
import org.springframework.expression.spel.SpelParserConfiguration;
import org.springframework.expression.spel.ast.Literal;
import org.springframework.expression.spel.standard.SpelExpression;
import org.springframework.expression.spel.standard.SpelExpressionParser;

/**
 * Evaluates any expression that is not a plain path. It is SpEL that reads arguments and
 * calls their methods, and has no access to anything else.
 */
final class SpelArgumentExpression implements ArgumentExpression {

	// The expression is interpreted, since a native image cannot define compiled classes.
	private static final SpelExpressionParser PARSER = new SpelExpressionParser(new SpelParserConfiguration());

	private final String text;

	private final TemplatePosition site;

	private final SpelExpression expression;

	private final Parameters parameters;

	private final EvaluationContext shared = ArgumentsContext.shared();

	private SpelArgumentExpression(String text, TemplatePosition site, SpelExpression expression,
			Parameters parameters) {
		this.text = text;
		this.site = site;
		this.expression = expression;
		this.parameters = parameters;
	}

	static SpelArgumentExpression parse(String text, TemplatePosition site, Parameters parameters) {
		SpelRules rules = new SpelRules(text, site, parameters);
		rules.check(parse(text, site).getAST());
		return new SpelArgumentExpression(text, site, parse(rules.withVariables(), site), parameters);
	}

	private static SpelExpression parse(String text, TemplatePosition site) {
		try {
			return PARSER.parseRaw(text);
		}
		catch (ParseException ex) {
			throw wrong(site.plus(Math.max(0, ex.getPosition())), ex.getSimpleMessage(), ex);
		}
		catch (RuntimeException ex) {
			// A wrong text can violate internal assertions of the parser.
			throw wrong(site, String.valueOf(ex.getMessage()), ex);
		}
	}

	private static KeyTemplateException wrong(TemplatePosition site, String message, RuntimeException cause) {
		return site.refuse("not a SpEL expression: " + message,
				"correct it; put a '>' operator into parentheses: #<(a > b)>", cause);
	}

	/**
	 * Returns whether the expression is a literal, so that no argument changes its value.
	 */
	boolean isLiteral() {
		return this.expression.getAST() instanceof Literal;
	}

	@Override
	public Set<Class<?>> types() {
		return new SpelTypes(this.parameters).of(this.expression.getAST());
	}

	@Override
	public @Nullable Object evaluate(@Nullable Object[] arguments) {
		try {
			return this.expression.getValue(new ArgumentsContext(this.shared, this.parameters, arguments));
		}
		catch (RuntimeException ex) {
			throw this.site.refuse("'" + this.text + "' failed with " + ex,
					"make sure that it works for every argument; a?.b and a ?: b handle null", ex);
		}
	}

}

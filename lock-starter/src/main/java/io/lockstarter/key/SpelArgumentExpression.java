package io.lockstarter.key;

import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.springframework.expression.EvaluationContext;
import org.springframework.expression.ParseException;
import org.springframework.expression.spel.SpelParserConfiguration;
import org.springframework.expression.spel.ast.Literal;
import org.springframework.expression.spel.standard.SpelExpression;
import org.springframework.expression.spel.standard.SpelExpressionParser;

/**
 * Any other expression: SpEL that reads arguments and calls their methods, and reaches
 * nothing else.
 */
final class SpelArgumentExpression implements ArgumentExpression {

	// Interpreted, never compiled: a native image cannot define classes.
	private static final SpelExpressionParser PARSER = new SpelExpressionParser(new SpelParserConfiguration());

	private final String text;

	private final Site site;

	private final SpelExpression expression;

	private final Parameters parameters;

	private final EvaluationContext shared = ArgumentsContext.shared();

	private SpelArgumentExpression(String text, Site site, SpelExpression expression, Parameters parameters) {
		this.text = text;
		this.site = site;
		this.expression = expression;
		this.parameters = parameters;
	}

	static SpelArgumentExpression parse(String text, Site site, Parameters parameters) {
		SpelRules rules = new SpelRules(text, site, parameters);
		rules.check(parse(text, site).getAST());
		return new SpelArgumentExpression(text, site, parse(rules.withVariables(), site), parameters);
	}

	private static SpelExpression parse(String text, Site site) {
		try {
			return PARSER.parseRaw(text);
		}
		catch (ParseException ex) {
			throw wrong(site.plus(Math.max(0, ex.getPosition())), ex.getSimpleMessage(), ex);
		}
		catch (RuntimeException ex) {
			// The parser has assertions of its own that a wrong text can trip.
			throw wrong(site, String.valueOf(ex.getMessage()), ex);
		}
	}

	private static KeyTemplateException wrong(Site site, String message, RuntimeException cause) {
		return site.refuse("not a SpEL expression: " + message,
				"correct it; a '>' of its own must stand in parentheses: #<(a > b)>", cause);
	}

	/** Whether it is the same for all arguments, since it is written out. */
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
					"make it hold for every argument; a?.b and a ?: b take care of null", ex);
		}
	}

}

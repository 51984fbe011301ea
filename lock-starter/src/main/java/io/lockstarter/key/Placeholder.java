package io.lockstarter.key;

import org.jspecify.annotations.Nullable;

/**
 * A part of the template that is replaced with a value.
 *
 * @param text as it is written, such as {@code #<id>}
 * @param site where it stands
 * @param expression gives the value
 */
record Placeholder(String text, Site site, ArgumentExpression expression) {

	Placeholder {
		if (expression instanceof PropertyPath path) {
			check(text, site, ValueText.declaredRefusal(path.type()));
		}
	}

	String resolve(@Nullable Object[] arguments) {
		Object value = this.expression.evaluate(arguments);
		if (value instanceof String string && !string.isEmpty()) {
			return string;
		}
		value = ValueText.unwrap(value);
		if (value == null) {
			throw missing("null");
		}
		ValueText.Refusal refusal = ValueText.refusal(value.getClass());
		if (refusal != null && (!refusal.forItsText() || ValueText.isOfObject(value, textOf(value)))) {
			check(this.text, this.site, refusal);
		}
		String string = textOf(value);
		if (string == null || string.isEmpty()) {
			throw missing((string != null) ? "empty" : "null");
		}
		return string;
	}

	private @Nullable String textOf(Object value) {
		try {
			return ValueText.of(value);
		}
		catch (RuntimeException ex) {
			throw this.site.refuse("toString() of " + this.text + " failed with " + ex, "make sure that it can be read",
					ex);
		}
	}

	private KeyTemplateException missing(String what) {
		return this.site.refuse(this.text + " is " + what + ", and a key needs a value",
				"pass a value, or lock only if there is one with the attribute 'condition'");
	}

	private static void check(String text, Site site, ValueText.@Nullable Refusal refusal) {
		if (refusal != null) {
			throw site.refuse(text + " cannot be part of a key: " + refusal.problem(), refusal.fix());
		}
	}

}

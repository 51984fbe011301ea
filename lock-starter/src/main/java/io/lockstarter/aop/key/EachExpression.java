package io.lockstarter.aop.key;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.springframework.core.ResolvableType;

/**
 * Evaluates {@code each items.sku}: one value for each element of a collection or array.
 * In a path, the first property that is a collection is expanded, and the rest of the
 * path is read from each element.
 */
final class EachExpression implements ArgumentExpression {

	private static final String WORD = "each ";

	private final String text;

	private final TemplatePosition site;

	private final ArgumentExpression collection;

	private final @Nullable PropertyPath element;

	private EachExpression(String text, TemplatePosition site, ArgumentExpression collection,
			@Nullable PropertyPath element) {
		this.text = text;
		this.site = site;
		this.collection = collection;
		this.element = element;
	}

	static boolean is(String expression) {
		return expression.startsWith(WORD);
	}

	static EachExpression parse(String expression, TemplatePosition site, Parameters parameters) {
		String text = expression.substring(WORD.length()).strip();
		TemplatePosition start = site.plus(expression.indexOf(text, WORD.length()));
		if (text.isEmpty()) {
			throw site.refuse("no collection follows 'each'", "name a parameter that is a collection: #<each ids>");
		}
		if (!ArgumentExpression.isPath(text, parameters)) {
			return new EachExpression(text, start, SpelArgumentExpression.parse(text, start, parameters), null);
		}
		return path(text, start, parameters);
	}

	private static EachExpression path(String text, TemplatePosition site, Parameters parameters) {
		int first = text.startsWith("#") ? 1 : 0;
		int end = endOfName(text, first);
		ResolvableType type = parameters.resolvable(parameters.require(text.substring(first, end), site.plus(first)));
		while (end < text.length() && !isCollection(type)) {
			int next = endOfName(text, end + 1);
			type = DeclaredType.generic(type, text.substring(end + 1, next), site.plus(end + 1));
			end = next;
		}
		Class<?> raw = type.resolve(Object.class);
		if (!isCollection(type) && DeclaredType.isExact(raw)) {
			throw site.refuse(
					"'" + text.substring(0, end) + "' is a " + raw.getSimpleName() + ", which has no elements",
					"remove 'each', or name a collection or an array");
		}
		PropertyPath head = PropertyPath.parse(text.substring(0, end), site, parameters);
		ResolvableType elements = elements(type);
		PropertyPath tail = (end < text.length())
				? PropertyPath.ofElement(text.substring(0, end), text.substring(end + 1), site.plus(end + 1), elements)
				: null;
		Class<?> value = (tail != null) ? tail.type() : elements.resolve(Object.class);
		Placeholder.checkDeclared("each " + text, site, value);
		return new EachExpression(text, site, head, tail);
	}

	private static int endOfName(String text, int from) {
		int dot = text.indexOf('.', from);
		return (dot < 0) ? text.length() : dot;
	}

	private static boolean isCollection(ResolvableType type) {
		Class<?> raw = type.resolve(Object.class);
		return raw.isArray() || Iterable.class.isAssignableFrom(raw);
	}

	private static ResolvableType elements(ResolvableType type) {
		return type.isArray() ? type.getComponentType() : type.as(Iterable.class).getGeneric(0);
	}

	@Override
	public Set<Class<?>> types() {
		Set<Class<?>> types = new LinkedHashSet<>(this.collection.types());
		if (this.element != null) {
			types.addAll(this.element.types());
		}
		return types;
	}

	/** Returns a list with one value for each element, or {@code null}. */
	@Override
	public @Nullable List<@Nullable Object> evaluate(@Nullable Object[] arguments) {
		Object elements = Placeholder.ValueText.unwrap(this.collection.evaluate(arguments));
		if (elements == null) {
			return null;
		}
		List<@Nullable Object> values = new ArrayList<>();
		if (elements instanceof Iterable<?> iterable) {
			iterable.forEach((one) -> values.add(valueOf(one)));
		}
		else if (elements.getClass().isArray()) {
			for (int i = 0; i < Array.getLength(elements); i++) {
				values.add(valueOf(Array.get(elements, i)));
			}
		}
		else {
			throw this.site.refuse(
					"'" + this.text + "' is a " + elements.getClass().getSimpleName() + ", which has no elements",
					"remove 'each', or name a collection or an array");
		}
		return values;
	}

	private @Nullable Object valueOf(@Nullable Object one) {
		return (this.element != null) ? this.element.evaluate(new @Nullable Object[] { one }) : one;
	}

}

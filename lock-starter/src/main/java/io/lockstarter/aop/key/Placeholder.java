package io.lockstarter.aop.key;

import java.util.ArrayList;
import java.util.Calendar;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

import org.jspecify.annotations.Nullable;

import org.springframework.util.ConcurrentReferenceHashMap;
import org.springframework.util.ConcurrentReferenceHashMap.ReferenceType;

/**
 * Represents a part of the template that is replaced by a value.
 *
 * @param text the text in the template, such as {@code #<id>}
 * @param site its position
 * @param expression computes the value
 */
record Placeholder(String text, TemplatePosition site, ArgumentExpression expression) {

	Placeholder {
		if (expression instanceof PropertyPath path) {
			check(text, site, ValueText.declaredRefusal(path.type()));
		}
	}

	String resolve(@Nullable Object[] arguments) {
		return textFor(this.expression.evaluate(arguments));
	}

	/** Returns whether it has one value for each element of a collection. */
	boolean isEach() {
		return this.expression instanceof EachExpression;
	}

	/** Returns the texts of the elements. */
	List<String> resolveEach(@Nullable Object[] arguments) {
		if (!(this.expression.evaluate(arguments) instanceof List<?> values)) {
			throw missing("null");
		}
		List<String> texts = new ArrayList<>(values.size());
		for (Object value : values) {
			texts.add(textFor(value));
		}
		return texts;
	}

	/** Refuses a declared type whose values can have no usable text. */
	static void checkDeclared(String text, TemplatePosition site, Class<?> type) {
		check(text, site, ValueText.declaredRefusal(type));
	}

	private String textFor(@Nullable Object given) {
		Object value = given;
		if (value instanceof String string && !string.isEmpty()) {
			return string;
		}
		value = ValueText.unwrap(value);
		if (value == null) {
			throw missing("null");
		}
		ValueText.Refusal refusal = ValueText.refusal(value.getClass());
		if (refusal != null && (!refusal.confirmByText() || ValueText.isOfObject(value, textOf(value)))) {
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
			throw this.site.refuse("toString() of " + this.text + " failed with " + ex,
					"make sure that toString() does not throw", ex);
		}
	}

	private KeyTemplateException missing(String what) {
		return this.site.refuse(this.text + " is " + what + ", and a key needs a value",
				"pass a value, or use the attribute 'condition' to lock only calls with a value");
	}

	private static void check(String text, TemplatePosition site, ValueText.@Nullable Refusal refusal) {
		if (refusal != null) {
			throw site.refuse(text + " cannot be part of a key: " + refusal.problem(), refusal.fix());
		}
	}

	/**
	 * Converts values to text. The text of an enum is its {@code name()}, since a label
	 * may be translated or ambiguous. The text of an {@code Optional} is the text of its
	 * content. The text of any other value is its {@code toString()}. So {@code 1} and
	 * {@code 1L} are the same, but the {@code BigDecimal} values {@code 1.0} and
	 * {@code 1.00} are not.
	 * <p>
	 * Some types are refused, because their text differs between machines or is not
	 * unique. Arrays and objects without their own {@code toString()} have no stable
	 * text. The same holds for collections and maps: the order of a set is not stable,
	 * and {@code [a, b]} is the text of two different lists. {@code Date} and
	 * {@code Calendar} omit the milliseconds, and use the time zone of the machine. An
	 * unstable {@code toString()} of another type is not detected.
	 */
	static final class ValueText {

		// Weak in both directions. With a ClassValue, classes of the JDK would keep this
		// library in memory. With strong keys, this library would keep the application.
		private static final Map<Class<?>, Verdict> VERDICTS = new ConcurrentReferenceHashMap<>(16, ReferenceType.WEAK);

		private ValueText() {
		}

		/**
		 * Returns the content of an {@code Optional}, and any other value unchanged.
		 * @param value a value, or an optional of any kind
		 * @return the value, or the content of the optional
		 */
		static @Nullable Object unwrap(@Nullable Object value) {
			if (value instanceof Optional<?> optional) {
				return optional.orElse(null);
			}
			if (value instanceof OptionalInt optional) {
				return optional.isPresent() ? optional.getAsInt() : null;
			}
			if (value instanceof OptionalLong optional) {
				return optional.isPresent() ? optional.getAsLong() : null;
			}
			if (value instanceof OptionalDouble optional) {
				return optional.isPresent() ? optional.getAsDouble() : null;
			}
			return value;
		}

		static @Nullable String of(Object value) {
			return (value instanceof Enum<?> constant) ? constant.name() : value.toString();
		}

		/**
		 * Returns the reason why the values of a class have no usable text.
		 * @param type the class of a value
		 * @return the reason, or null if their text is usable
		 */
		static @Nullable Refusal refusal(Class<?> type) {
			Verdict verdict = VERDICTS.get(type);
			if (verdict == null) {
				verdict = new Verdict(refusal(type, true));
				VERDICTS.put(type, verdict);
			}
			return verdict.refusal();
		}

		/**
		 * Returns the reason why values of a declared type cannot have a usable text.
		 * @param type the declared type of a value
		 * @return the reason, or null if it depends on the value
		 */
		static @Nullable Refusal declaredRefusal(Class<?> type) {
			return refusal(type, DeclaredType.isExact(type));
		}

		/**
		 * Returns whether a text comes from {@code Object.toString()}. A native image may
		 * not find the {@code toString()} method of a class by reflection; the text
		 * itself is reliable.
		 * @param value the value
		 * @param text its text
		 * @return {@code true} if the text is useless
		 */
		static boolean isOfObject(Object value, @Nullable String text) {
			return text == null || text.startsWith(value.getClass().getName() + "@");
		}

		private static @Nullable Refusal refusal(Class<?> type, boolean exact) {
			String name = type.getSimpleName().isEmpty() ? type.getName() : type.getSimpleName();
			if (type.isArray()) {
				return new Refusal("an array (" + name + ") has no text",
						"name an element, #<ids[0]>, or lock each element: #<each ids>", false);
			}
			if (Map.class.isAssignableFrom(type)) {
				return new Refusal("the text of a map (" + name + ") is not always the same",
						"name a value, #<map['key']>, or lock each key: #<each map.keySet()>", false);
			}
			if (Collection.class.isAssignableFrom(type)) {
				return new Refusal("the text of a collection (" + name + ") is not always the same",
						"name an element, #<ids[0]>, or lock each element: #<each ids>", false);
			}
			if (Date.class.isAssignableFrom(type) || Calendar.class.isAssignableFrom(type)) {
				return new Refusal("the text of a " + name + " depends on the time zone of the machine",
						"take its milliseconds, #<date.time>, or a type of java.time", false);
			}
			if (exact && !type.isPrimitive() && !hasToString(type)) {
				return new Refusal(name + " has no toString() of its own, so its text would be different every time",
						"name a property of it, #<order.id>, or give it a toString()", true);
			}
			return null;
		}

		private static boolean hasToString(Class<?> type) {
			try {
				return type.getMethod("toString").getDeclaringClass() != Object.class;
			}
			catch (NoSuchMethodException ex) {
				return false;
			}
		}

		/**
		 * Explains why a value has no usable text.
		 *
		 * @param problem the error
		 * @param fix the action that corrects the error
		 * @param confirmByText {@code true} if the text of the value must confirm the
		 * reason
		 */
		record Refusal(String problem, String fix, boolean confirmByText) {
		}

		private record Verdict(@Nullable Refusal refusal) {
		}

	}

}

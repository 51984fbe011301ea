package io.lockstarter.key;

import java.util.Calendar;
import java.util.Collection;
import java.util.Date;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

import org.jspecify.annotations.Nullable;

import org.springframework.util.ConcurrentReferenceHashMap;
import org.springframework.util.ConcurrentReferenceHashMap.ReferenceType;

/**
 * The text of a value. An enum is its {@code name()}, since a label may be translated or
 * shared; an {@code Optional} is what is in it; everything else is its
 * {@code toString()}, so {@code 1} and {@code 1L} are the same, {@code 1.0} and
 * {@code 1.00} of a {@code BigDecimal} are not.
 * <p>
 * Refused are those whose text differs between machines or says too little: arrays and
 * objects that have no {@code toString()} of their own, collections and maps (the order
 * of a set is not stable, and {@code [a, b]} is the text of two lists), and {@code Date}
 * and {@code Calendar} (no milliseconds, and in the time zone of the machine). A
 * {@code toString()} that exists and is unstable all the same is not noticed.
 */
final class ValueText {

	// Weak in both directions: a ClassValue would let classes of the JDK keep this
	// library,
	// and a strong key would keep the application.
	private static final Map<Class<?>, Verdict> VERDICTS = new ConcurrentReferenceHashMap<>(16, ReferenceType.WEAK);

	private ValueText() {
	}

	/**
	 * Takes a value out of its {@code Optional}.
	 * @param value a value, or an optional of any kind
	 * @return what is in it
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
	 * Says why no value of a class has a usable text.
	 * @param type the class of a value
	 * @return the reason, or null if there is none
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
	 * Says why a value cannot have a usable text, as far as a declared type tells.
	 * @param type the declared type of a value
	 * @return the reason, or null if only the value itself can tell
	 */
	static @Nullable Refusal declaredRefusal(Class<?> type) {
		return refusal(type, DeclaredType.isExact(type));
	}

	/**
	 * Whether a text is what {@code Object} makes of a value. A native image may not know
	 * of a class that it has a {@code toString()}; this cannot be mistaken.
	 * @param value the value
	 * @param text its text
	 * @return whether the text says nothing
	 */
	static boolean isOfObject(Object value, @Nullable String text) {
		return text == null || text.startsWith(value.getClass().getName() + "@");
	}

	private static @Nullable Refusal refusal(Class<?> type, boolean exact) {
		String name = type.getSimpleName().isEmpty() ? type.getName() : type.getSimpleName();
		if (type.isArray()) {
			return new Refusal("an array (" + name + ") has no text", "name an element: #<ids[0]>", false);
		}
		if (Collection.class.isAssignableFrom(type) || Map.class.isAssignableFrom(type)) {
			return new Refusal("a collection (" + name + ") has no text that is the same every time",
					"name an element, #<ids[0]>, or lock each element", false);
		}
		if (Date.class.isAssignableFrom(type) || Calendar.class.isAssignableFrom(type)) {
			return new Refusal("the text of a " + name + " depends on the time zone of the machine",
					"take its milliseconds, #<date.time>, or a type of java.time", false);
		}
		if (exact && !type.isPrimitive() && !hasToString(type)) {
			return new Refusal(name + " has no toString() of its own, its text would be different every time",
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
	 * Why a value has no usable text.
	 *
	 * @param problem what is wrong
	 * @param fix what to do
	 * @param forItsText whether its text tells for certain
	 */
	record Refusal(String problem, String fix, boolean forItsText) {
	}

	private record Verdict(@Nullable Refusal refusal) {
	}

}

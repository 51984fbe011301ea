package io.lockstarter.key;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.Set;
import java.util.TreeSet;

import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;

/**
 * What the types in the source prove about a path before the first call. A type that can
 * have subclasses proves nothing about a property that it lacks itself.
 */
final class DeclaredType {

	private DeclaredType() {
	}

	/**
	 * The type that a property is declared with.
	 * @param type the type that is asked
	 * @param name the property
	 * @param site where the property is named
	 * @return its type, {@code Object} if nothing is known of it
	 */
	static Class<?> of(Class<?> type, String name, Site site) {
		Property property = Property.find(type, name);
		if (property != null) {
			return property.type();
		}
		if (!isExact(type)) {
			return Object.class;
		}
		Set<String> known = known(type);
		String nearest = Nearest.to(name, known);
		throw site.refuse(
				type.getSimpleName() + " has no property '" + name + "'"
						+ (known.isEmpty() ? "" : "; it has " + String.join(", ", known)),
				((nearest != null) ? "did you mean '" + nearest + "'?" : "name a property that it has") + " (if '."
						+ name + "' is plain text, close the placeholder before it: #<…>." + name + ")");
	}

	static boolean isExact(Class<?> type) {
		return type.isPrimitive() || type.isArray() || Modifier.isFinal(type.getModifiers());
	}

	private static Set<String> known(Class<?> type) {
		Set<String> names = new TreeSet<>();
		if (type.isRecord()) {
			for (RecordComponent component : type.getRecordComponents()) {
				names.add(component.getName());
			}
		}
		for (Field field : type.getFields()) {
			names.add(field.getName());
		}
		for (Method method : ClassUtils.resolvePrimitiveIfNecessary(type).getMethods()) {
			String name = method.getName();
			if (name.matches("get.+")) {
				names.add(StringUtils.uncapitalizeAsProperty(name.substring(3)));
			}
			else if (name.matches("is.+")) {
				names.add(StringUtils.uncapitalizeAsProperty(name.substring(2)));
			}
		}
		names.removeIf((name) -> Property.find(type, name) == null);
		return names;
	}

}

package io.lockstarter.aop.key;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.Set;
import java.util.TreeSet;

import org.springframework.core.ResolvableType;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;

/**
 * Checks a path of properties against the declared types, before the first call. A
 * property that the declared type lacks may still exist in a subclass.
 */
final class DeclaredType {

	private DeclaredType() {
	}

	/**
	 * Returns the declared type of a property.
	 * @param type the type that has the property
	 * @param name the name of the property
	 * @param site the position of the name
	 * @return the type of the property; {@code Object} if it is unknown
	 */
	static Class<?> of(Class<?> type, String name, TemplatePosition site) {
		Property property = Property.find(type, name);
		if (property != null) {
			return property.type();
		}
		if (!isExact(type)) {
			return Object.class;
		}
		Set<String> known = known(type);
		String nearest = ClosestName.to(name, known);
		throw site.refuse(
				type.getSimpleName() + " has no property '" + name + "'"
						+ (known.isEmpty() ? "" : "; it has " + String.join(", ", known)),
				((nearest != null) ? "did you mean '" + nearest + "'?" : "name a property that it has") + " (if '."
						+ name + "' is plain text, close the placeholder before it: #<…>." + name + ")");
	}

	/** Returns the declared type of a property, with its type arguments. */
	static ResolvableType generic(ResolvableType type, String name, TemplatePosition site) {
		Class<?> raw = type.resolve(Object.class);
		Property property = Property.find(raw, name);
		return (property != null) ? property.generic() : ResolvableType.forClass(of(raw, name, site));
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

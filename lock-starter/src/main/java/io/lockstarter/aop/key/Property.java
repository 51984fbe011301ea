package io.lockstarter.aop.key;

import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.springframework.core.ResolvableType;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;

/**
 * Reads a property of an object: {@code getX()}, {@code isX()}, {@code x()} as in a
 * record, or a public field. The order is the same as in SpEL.
 */
record Property(Class<?> type, ResolvableType generic, Reader reader) {

	// Without this list, x() would find these methods, and getX() would find getClass().
	private static final Set<String> NEVER = Set.of("class", "getClass", "hashCode", "toString", "clone", "finalize",
			"notify", "notifyAll", "wait");

	static @Nullable Property find(Class<?> owner, String name) {
		if (NEVER.contains(name)) {
			return null;
		}
		if (owner.isArray()) {
			return name.equals("length") ? new Property(int.class, ResolvableType.forClass(int.class), Array::getLength)
					: null;
		}
		Class<?> type = ClassUtils.resolvePrimitiveIfNecessary(owner);
		Method getter = getter(type, name);
		if (getter != null) {
			Method accessible = open(ClassUtils.getPubliclyAccessibleMethodIfPossible(getter, type));
			return new Property(getter.getReturnType(), ResolvableType.forMethodReturnType(getter, type),
					accessible::invoke);
		}
		Field field = field(type, name);
		return (field != null) ? new Property(field.getType(), ResolvableType.forField(field), open(field)::get) : null;
	}

	private static @Nullable Method getter(Class<?> type, String name) {
		String capitalized = StringUtils.capitalize(name);
		Method getter = method(type, "get" + capitalized);
		if (getter == null) {
			Method is = method(type, "is" + capitalized);
			getter = (is != null && is.getReturnType() == boolean.class) ? is : null;
		}
		getter = (getter != null) ? getter : method(type, "get" + name);
		return (getter != null) ? getter : method(type, name);
	}

	private static @Nullable Method method(Class<?> type, String name) {
		try {
			Method method = type.getMethod(name);
			boolean readable = !Modifier.isStatic(method.getModifiers()) && method.getReturnType() != void.class;
			return readable ? method : null;
		}
		catch (NoSuchMethodException ex) {
			return null;
		}
	}

	private static @Nullable Field field(Class<?> type, String name) {
		try {
			Field field = type.getField(name);
			return Modifier.isStatic(field.getModifiers()) ? null : field;
		}
		catch (NoSuchFieldException ex) {
			return null;
		}
	}

	// A class that is not public, such as a nested record, may have public members.
	private static <T extends AccessibleObject> T open(T member) {
		member.trySetAccessible();
		return member;
	}

	interface Reader {

		@Nullable Object read(Object target) throws IllegalAccessException, InvocationTargetException;

	}

}

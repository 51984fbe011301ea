package io.lockstarter.annotation;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.springframework.util.ReflectionUtils;

/** Looks for a proxy inside of the object that a post-processor put in its place. */
final class Wrappers {

	/** A wrapper, its handler, and what that uses. */
	private static final int DEPTH = 4;

	private Wrappers() {
	}

	static boolean reaches(Object wrapper, Object proxy) {
		return reaches(wrapper, proxy, DEPTH, Collections.newSetFromMap(new IdentityHashMap<>()));
	}

	private static boolean reaches(@Nullable Object object, Object wanted, int depth, Set<Object> seen) {
		if (object == wanted) {
			return true;
		}
		if (object == null || depth == 0 || !seen.add(object)) {
			return false;
		}
		if (Proxy.isProxyClass(object.getClass())) {
			return reaches(Proxy.getInvocationHandler(object), wanted, depth - 1, seen);
		}
		for (Class<?> type = object.getClass(); type != null
				&& type.getClassLoader() != null; type = type.getSuperclass()) {
			for (Field field : type.getDeclaredFields()) {
				if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()
						&& field.trySetAccessible()
						&& reaches(ReflectionUtils.getField(field, object), wanted, depth - 1, seen)) {
					return true;
				}
			}
		}
		return false;
	}

}

package io.lockstarter.aop.check;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.springframework.util.ReflectionUtils;

/** Searches for a proxy inside the object with which a post-processor replaced it. */
final class WrappedProxies {

	/**
	 * Covers a wrapper, its invocation handler, and the objects that the handler uses.
	 */
	private static final int DEPTH = 4;

	private WrappedProxies() {
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

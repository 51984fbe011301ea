package io.lockstarter.annotation;

import java.lang.reflect.Method;

import org.jspecify.annotations.Nullable;

import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Recognizes mocks of Mockito. A test puts them in place of beans as finished objects;
 * they do nothing, so there is nothing to lock.
 */
final class Mocks {

	private Mocks() {
	}

	static boolean isMock(Object bean) {
		ClassLoader loader = bean.getClass().getClassLoader();
		if (loader == null || !ClassUtils.isPresent("org.mockito.Mockito", loader)) {
			return false;
		}
		Class<?> mockito = ClassUtils.resolveClassName("org.mockito.Mockito", loader);
		Object details = call(mockito, "mockingDetails", null, bean);
		return details != null && Boolean.TRUE
			.equals(call(ClassUtils.resolveClassName("org.mockito.MockingDetails", loader), "isMock", details));
	}

	private static @Nullable Object call(Class<?> type, String name, @Nullable Object target, Object... arguments) {
		Method method = ReflectionUtils.findMethod(type, name,
				(arguments.length > 0) ? new Class<?>[] { Object.class } : new Class<?>[0]);
		return (method != null) ? ReflectionUtils.invokeMethod(method, target, arguments) : null;
	}

}

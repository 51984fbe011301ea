package io.lockstarter.annotation;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.springframework.core.ResolvableType;

/**
 * Something that cannot work.
 *
 * @param what what it is about, such as an attribute with its value, or a bean
 * @param problem what is wrong
 * @param fix what to do about it
 */
record Problem(String what, String problem, String fix) {

	static String where(Class<?> type, Method method) {
		return type.getName() + "." + method.getName()
				+ Arrays.stream(parameterTypes(method, type))
					.map(Class::getSimpleName)
					.collect(Collectors.joining(", ", "(", ")"));
	}

	/** The types of a method's parameters as a class sees them, generic ones resolved. */
	static Class<?>[] parameterTypes(Method method, Class<?> type) {
		return IntStream.range(0, method.getParameterCount())
			.mapToObj((index) -> ResolvableType.forMethodParameter(method, index, type))
			.map((parameter) -> parameter.resolve(Object.class))
			.toArray(Class<?>[]::new);
	}

	@Override
	public String toString() {
		return this.what + ": " + this.problem + "\n    Fix: " + this.fix;
	}

}

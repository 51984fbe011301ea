package io.lockstarter.annotation;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * Something that cannot work.
 *
 * @param where the class and the method
 * @param what the attribute and its value, or the method's signature
 * @param problem what is wrong
 * @param fix what to do about it
 */
record Problem(String where, String what, String problem, String fix) {

	static String where(Class<?> type, Method method) {
		return type.getName() + "." + method.getName()
				+ Arrays.stream(method.getParameterTypes())
					.map(Class::getSimpleName)
					.collect(Collectors.joining(", ", "(", ")"));
	}

	@Override
	public String toString() {
		return this.where + ": " + this.what + ": " + this.problem + "\n    Fix: " + this.fix;
	}

}

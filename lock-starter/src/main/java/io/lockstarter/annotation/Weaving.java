package io.lockstarter.annotation;

import java.util.Arrays;

import org.springframework.util.ClassUtils;

/** Whether AspectJ has woven our aspect. */
final class Weaving {

	// The weaver gives an aspect this method.
	private static final boolean ON = ClassUtils.hasMethod(DistributedLockAspect.class, "aspectOf");

	private Weaving() {
	}

	static boolean isOn() {
		return ON;
	}

	/**
	 * Whether a class has woven methods.
	 * @param type the class
	 * @return {@code true} if it was woven, and our aspect was among the aspects
	 */
	static boolean hasWoven(Class<?> type) {
		return ON && Arrays.stream(type.getDeclaredFields()).anyMatch((field) -> field.getName().startsWith("ajc$"));
	}

}
